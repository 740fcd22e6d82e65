import { expect } from 'vitest';
import type { TestMarket } from '#testing/server.ts';

/** What time, the jobs and the counters write by themselves, for any caller. */
const ownPace = new Set([
  'limit_counter',
  'listing_view',
  'listing_tally',
  'outbox_relay',
  'job_timer',
  'job_worker',
  'stripe_reconcile',
  'sandbox_clock',
  'sandbox_fault',
  'sandbox_stripe_delivery',
  'idempotency_key',
]);

/**
 * One text a market, so that it is prepared: these tests look some thousand times, and planning it costs more than the
 * rows.
 */
const texts = new WeakMap<TestMarket, Promise<string>>();

async function textOf({ platform }: TestMarket): Promise<string> {
  const { rows: tables } = await platform.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const states = tables
    .filter(({ name }) => !ownPace.has(name))
    .map(
      ({
        name,
      }) => `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state from ${name} t
        where $1::text is null or strpos(t::text, $1) > 0`,
    );
  return states.join(' union all ');
}

/** Every table's rows as one number and one digest. `about` narrows it to the rows that name a member. */
export async function snapshot(market: TestMarket, about?: string): Promise<Record<string, string>> {
  // What follows by itself from what was done before has happened, so that a difference is the test's own.
  await market.runJobs();
  const text = texts.get(market) ?? textOf(market);
  texts.set(market, text);
  const { rows } = await market.platform.pool.query<{ name: string; state: string }>({
    name: 'test-snapshot',
    text: await text,
    values: [about ?? null],
  });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

/** The tables that differ, by name: PostgreSQL may read several at once and return them in any order. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after })
    .filter((name) => before[name] !== after[name])
    .sort();
}

/**
 * For tests of one call each, none of which changes anything: runs the requests of one, and compares after every tenth
 * and the last, since reading all tables takes longer than a call.
 */
export function changingNothing(market: () => TestMarket, names: readonly string[]) {
  let last: Record<string, string> | undefined;
  return async (name: string, requests: () => Promise<void>): Promise<void> => {
    last ??= await snapshot(market());
    await requests();
    const at = names.indexOf(name);
    if (at % 10 < 9 && at < names.length - 1) return;
    const before = last;
    last = await snapshot(market());
    expect(changedTables(before, last), `by one of the ten up to ${name}`).toEqual([]);
  };
}
