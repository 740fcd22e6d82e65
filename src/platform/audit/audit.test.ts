import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { runAuditTask } from '../../../dev/admin-audit.ts';
import { wipeDemo } from '../../../dev/demo/state.ts';
import { handleOf } from '../db/db.ts';
import { write } from '../outbox/write.ts';
import { recordAct } from './audit.ts';
import { subjectsOfActs } from './list-acts.server.ts';
import { auditTroubles, verifyActs } from './verify-acts.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

const sql = (text: string, values: unknown[] = []) => market.platform.pool.query(text, values);
const act = (n: number) =>
  write(market.platform, (tx) =>
    recordAct(
      tx,
      { by: 'command line', act: 'premium.granted', subject: `m${n}`, data: { n, 'ü"': [1.5, null] } },
      market.clock.now(),
    ),
  );
const state = async () => {
  const { wholeTo, broken } = await verifyActs(market.platform.db);
  return broken ? `${wholeTo} ${broken.line} ${broken.what}` : wholeTo;
};
/** Changes the log as an attacker with database access could, and restores it afterwards. */
async function tampered(change: string): Promise<string | number> {
  await sql('create table saved as table audit_log');
  await sql(change);
  const found = await state();
  await sql('delete from audit_log');
  await sql('insert into audit_log select * from saved');
  await sql('drop table saved');
  return found;
}

test('concurrent acts of admins are chained by their hashes, and changed, deleted and inserted lines are named', async () => {
  expect(await state()).toBe(0);
  await Promise.all(Array.from({ length: 40 }, (_, n) => act(n)));
  // As a process of the previous version writes one.
  await sql(
    "insert into audit_log (id, at, by, act, subject) values ('old', now(), 'command line', 'premium.revoked', 'm1')",
  );
  expect(await state()).toBe(41);
  const { rows } = await sql('select line, before_hash, hash from audit_log order by line');
  expect(rows.every(({ before_hash }, at) => before_hash === (rows[at - 1]?.hash ?? ''))).toBe(true);

  expect(await tampered("update audit_log set data = '{}' where line = 7")).toBe('6 7 its content was changed');
  expect(await tampered("update audit_log set at = at + interval '1 ms' where line = 8")).toBe(
    '7 8 its content was changed',
  );
  expect(await tampered('delete from audit_log where line = 1')).toBe('1 2 the line before it is missing');
  expect(await tampered('delete from audit_log where line between 20 and 22')).toBe(
    '22 23 the line before it is missing',
  );
  expect(await tampered('delete from audit_log where line > 39')).toBe('39 40 the newest lines are missing');
  expect(
    await tampered("insert into audit_log (id, at, by, act, subject, line) values ('new', now(), 'x', 'y', 'z', 42)"),
  ).toContain('41 42');
  expect(await state()).toBe(41);
  expect(await verifyActs(market.platform.db, 30)).toMatchObject({ wholeTo: 41, broken: null });
});

test('a broken chain is a trouble, and the command names the line', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const trouble = auditTroubles[0];
  expect(await trouble?.count(market.platform.db, market.clock.now())).toBe(0);
  expect(await runAuditTask(market.platform.db, say)).toBe(0);
  await sql("update audit_log set subject = 'somebody else' where line = 41");
  expect(await trouble?.count(market.platform.db, market.clock.now())).toBe(1);
  expect(await runAuditTask(market.platform.db, say)).toBe(1);
  expect(said).toEqual([
    expect.stringMatching(/^The audit log is unchanged up to line 41\. Final hash: [0-9a-f]{64}\./),
    'The audit log is unchanged up to line 40. Line 41: its content was changed.',
  ]);
});

const migration = (name: string) => readFileSync(join(import.meta.dirname, '../../../migrations', name), 'utf8');

test('a wipe of the demo restarts the chain; without the end of the chain no act is recorded, and the chain counts as broken', async () => {
  await wipeDemo(market.platform.pool);
  expect(await state()).toBe(0);
  for (const n of [1, 2]) await act(n);
  expect(await state()).toBe(2);
  expect(await tampered('delete from audit_log where line = 1')).toBe('1 2 the line before it is missing');
  expect(await tampered('delete from audit_log')).toBe('0 1 the newest lines are missing');

  await sql('delete from audit_chain');
  expect(await state()).toMatch(/^2 3 the end of the chain is missing/);
  expect(await auditTroubles[0]?.count(market.platform.db, market.clock.now())).toBe(1);
  await expect(act(3)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('The end of the chain of operators') },
  });
  // As recorded by a version that did not refuse this.
  await sql('alter table audit_log disable trigger audit_log_chained');
  for (const n of [3, 4]) await act(n);
  await sql('alter table audit_log enable trigger audit_log_chained');
  await sql(migration('0225-refuse-unchained-acts.sql'));
  expect(await state()).toBe(4);
  await act(5);
  expect(await state()).toBe(5);
});

test('ten thousand acts from before the chain are chained in seconds, each line once, while their table is locked', async () => {
  const client = await market.platform.pool.connect();
  try {
    await client.query('begin');
    await client.query('drop trigger audit_log_chained on audit_log; drop function chain_act; drop table audit_chain');
    await client.query(
      'alter table audit_log drop column line, drop column before_hash, drop column hash; truncate audit_log',
    );
    await client.query(`insert into audit_log (id, at, by, act, subject, data)
      select 'i' || n, now() - n * interval '1 min', 'x', 'email.read', 's', '{"reason":"a few words"}' from generate_series(1, 10000) n`);
    await client.query('set local statement_timeout = 10000');
    await client.query(migration('0222-chain-operators-acts.sql'));
    expect(await verifyActs(handleOf(client))).toMatchObject({ wholeTo: 10_000, broken: null });
    expect((await client.query("select line from audit_log where id = 'i1'")).rows).toEqual([{ line: 10_000 }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('one query finds on which of many subjects an admin has acted lately', async () => {
  const { clock, db } = market.platform;
  const done = (by: string, subject: string) =>
    write(market.platform, (tx) =>
      recordAct(tx, { by, act: 'account.opened', subject, data: { reason: 'Report 12' } }, clock.now()),
    );
  await done('one', 'long ago');
  market.clock.advance(60_000);
  const after = clock.now();
  market.clock.advance(60_000);
  for (const [by, subject] of [
    ['one', 'a'],
    ['one', 'b'],
    ['other', 'c'],
    ['one', 'not asked'],
  ] as const)
    await done(by, subject);
  const actedOn = (subjects: string[]) => subjectsOfActs(db, { by: 'one', act: 'account.opened', subjects, after });
  expect([...(await actedOn(['a', 'b', 'c', 'long ago']))].sort()).toEqual(['a', 'b']);
  expect(await actedOn([])).toEqual(new Set());
});
