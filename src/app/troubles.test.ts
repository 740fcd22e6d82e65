import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { market as composition } from '#app/features.server.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { composeMarket } from './compose.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const sql = (text: string, values: unknown[] = []) => market.platform.pool.query(text, values);
/** What each trouble counts, now and not as of late. */
async function counts(): Promise<Record<string, number>> {
  const { db, clock } = market.platform;
  const all = composition.troubles.map(async ({ name, count }) => [name, await count(db, clock.now())] as const);
  return Object.fromEntries((await Promise.all(all)).filter(([, count]) => count > 0));
}
async function job(task: string, set: string): Promise<void> {
  const { rows } = await sql("select id from graphile_worker.add_job($1, '{}'::json, run_at := now() + interval '1 day')", [task]);
  await sql(`update graphile_worker._private_jobs set ${set} where id = $1`, [rows[0]?.id]);
}

describe('[M-08] what waits for a person', () => {
  test('is counted for the machinery: jobs, outbox, Stripe’s news and mails', async () => {
    expect(await counts()).toEqual({});
    // Of tasks that nobody takes, or in states in which nobody may.
    await job('nobody.waits', "run_at = now() - interval '6 minutes'");
    await job('nobody.hangs', "locked_at = now() - interval '11 minutes', locked_by = 'gone'");
    await job('nobody.fails', 'attempts = 5');
    await job('nobody.gives-up', 'attempts = max_attempts');
    await job('orders.hear-stripe', "created_at = now() - interval '11 minutes'");
    await sql("insert into sent_mail (message_id, claimed_at, failed_at, failures) values ('lost', now(), now(), 3), ('tried', now(), now(), 2)");
    await sql("insert into sent_mail (message_id, claimed_at, sent_at, failures) values ('arrived', now(), now(), 4)");
    expect(await counts()).toEqual({
      'jobs.waiting': 1,
      'jobs.stuck': 1,
      'jobs.failing': 1,
      'jobs.given-up': 1,
      'stripe.unfinished': 1,
      'mail.undelivered': 1,
    });
  });

  test('is in /metrics, a gauge by name, and what could not be counted is said', async () => {
    const { body } = await market.request('GET', '/metrics');
    for (const { name, severity } of composition.troubles) expect(body).toContain(`sleeved_trouble{name="${name}",severity="${severity}"} `);
    expect(body).toContain('sleeved_trouble{name="jobs.stuck",severity="soon"} 1\n');
    expect(body).toContain('sleeved_troubles_unknown 0\n');
  });

  test('has one name in the whole market', () => {
    const trouble = composition.troubles[0];
    if (!trouble) throw new Error('there are troubles');
    const room = (name: string) => ({ name, troubles: [trouble] });
    expect(() => composeMarket([room('a'), room('b')])).toThrow(`two rooms claim the trouble ${trouble.name}`);
  });
});
