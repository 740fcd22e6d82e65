import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePremium, putUpForSale } from '#features/orders/testing.ts';
import { auditCounters } from '#testing/audits/counter-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/**
 * A member's counters are maintained by triggers (migrations 1010 to 1014). `conversation-model` checks them after each
 * step.
 */
let market: TestMarket;
let mara: TestMember;
let ben: TestMember;
const said: { level: string; message: string; [fact: string]: unknown }[] = [];
beforeAll(async () => {
  market = await startTestMarket({ onLog: (line) => said.push(JSON.parse(line)) });
  [mara, ben] = await Promise.all([market.signUp('mara_counts'), market.signUp('ben_counts')]);
  await makePremium(market, mara);
}, 120_000);
afterEach(async () => expect(await auditCounters(market.platform)).toEqual([]));
afterAll(() => market?.close());

const query = async (text: string, values: unknown[] = []) => (await market.platform.pool.query(text, values)).rows;
const counters = async (as: TestMember) => (await market.request('GET', '/api/counters', { as })).body;
const rowsOf = ({ id }: TestMember, kind: string) =>
  query('select n from member_counter where member_id = $1 and kind = $2 order by slot', [id, kind]);
const write = async (from: TestMember, to: TestMember, text: string) => {
  const answer = await market.request('POST', '/api/threads', { as: from, body: { recipientId: to.id, text } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.threadId as string;
};
const offered = async (as = ben) => {
  const id = await putUpForSale(market, mara, { price: 1_000 });
  const answer = await market.request('POST', `/api/listings/${id}/offers`, {
    as,
    body: { amount: { amount: 800, currency: 'USD' } },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id as string;
};
const check = async () => {
  said.length = 0;
  await query("select graphile_worker.add_job('house.check-counters', '{}')");
  await market.runJobs();
  return said.filter(({ message }) => message.startsWith('counters '));
};

test('a number is a row that the event changes: read as it stands, without looking at what it counts', async () => {
  await write(ben, mara, 'Is it still there?');
  await offered();
  const before = await counters(mara);
  expect(before).toMatchObject({ messages: 2, offers: 1 });
  await query("update member_counter set n = n + 40 where member_id = $1 and kind = 'messages'", [mara.id]);
  expect(await counters(mara)).toEqual({ ...before, messages: 42 });
  // One that is wrong the other way is shown as nothing until the night mends it.
  await query("update member_counter set n = n - 90 where member_id = $1 and kind = 'messages'", [mara.id]);
  expect(await counters(mara)).toEqual({ ...before, messages: 0 });
  await query("update member_counter set n = n + 50 where member_id = $1 and kind = 'messages'", [mara.id]);
});

test('the nightly check corrects falsified counters, logs whose they were, and retains concurrent changes', async () => {
  const before = await counters(mara);
  expect(await check()).toMatchObject([{ level: 'info' }]);
  await query("update member_counter set n = n + 3 where member_id = $1 and kind = 'offers'", [mara.id]);
  await query("delete from member_counter where member_id = $1 and kind = 'notifications'", [mara.id]);
  await query("insert into member_counter (member_id, kind, n) values ($1, 'orders-coming', 2)", [ben.id]);
  expect(await counters(mara)).toMatchObject({ offers: before.offers + 3, notifications: 0 });
  // Under way while it is checked, and done after it: what it has changed is neither lost nor mended.
  const late = await market.platform.pool.connect();
  await late.query('begin');
  await late.query('update notification set read_at = now() where user_id = $1 and read_at is null', [ben.id]);
  await late.query("update offer set seller_cleared = true where seller_id = $1 and status = 'pending'", [mara.id]);
  const [line, ...others] = await check();
  await late.query('commit');
  late.release();
  expect(others).toEqual([]);
  expect(line).toMatchObject({ level: 'warn', message: 'counters were wrong and are mended', wrong: 3 });
  expect(line?.first).toEqual([
    { memberId: mara.id, kind: 'notifications', kept: 0, counted: before.notifications },
    { memberId: mara.id, kind: 'offers', kept: before.offers + 3, counted: before.offers },
    { memberId: ben.id, kind: 'orders-coming', kept: 2, counted: 0 },
  ]);
  expect(await counters(mara)).toEqual({ ...before, offers: 0 });
  expect(await counters(ben)).toMatchObject({ notifications: 0 });
  expect(await check()).toMatchObject([{ level: 'info' }]);
});

test('a write while another transaction holds the row does not wait: it inserts a second row, which is merged at night', async () => {
  const [{ n }] = await rowsOf(mara, 'messages');
  const holder = await market.platform.pool.connect();
  try {
    await holder.query('begin');
    await holder.query("select 1 from member_counter where member_id = $1 and kind = 'messages' for update", [mara.id]);
    await offered();
    expect((await rowsOf(mara, 'messages')).map((row) => row.n)).toEqual([n, 1]);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  expect((await counters(mara)).messages).toBe(n + 1);
  await check();
  expect(await rowsOf(mara, 'messages')).toEqual([{ n: n + 1 }]);
});

test('two lines of one offer that end at the same moment, by two transactions, leave nothing that waits', async () => {
  const ids = await Promise.all([900, 700].map((price) => putUpForSale(market, mara, { price })));
  const before = (await counters(mara)).offers;
  const made = await market.request('POST', '/api/offers/basket', {
    as: ben,
    body: {
      sellerId: mara.id,
      lines: ids.map((listingId) => ({ listingId })),
      amount: { amount: 1_440, currency: 'USD' },
    },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await counters(mara)).offers).toBe(before + 1);
  const end = "update offer set status = 'declined', decided_at = now() where listing_id = $1";
  const [first, second] = await Promise.all([market.platform.pool.connect(), market.platform.pool.connect()]);
  try {
    await first.query('begin');
    await first.query(end, [ids[0]]);
    // Waits for the first one's end, and counts what it has left.
    const later = second.query(end, [ids[1]]);
    await first.query('commit');
    await later;
  } finally {
    first.release();
    second.release();
  }
  expect((await counters(mara)).offers).toBe(before);
});

test('the migration counts rows that are older than the counters', async () => {
  const before = await query(
    'select member_id, kind, sum(n)::int as n from member_counter group by 1, 2 having sum(n) <> 0 order by 1, 2',
  );
  expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(['messages', 'notifications', 'offers']));
  await query('delete from member_counter');
  const folder = join(import.meta.dirname, '../../migrations');
  for (const name of readdirSync(folder).filter((file) => file > '1010' && file < '1015')) {
    const [, backfill] = readFileSync(join(folder, name), 'utf8').split('-- What is there already.');
    if (backfill) await query(backfill.slice(backfill.indexOf('\n')));
  }
  expect(await query('select member_id, kind, n from member_counter order by 1, 2')).toEqual(before);
});

test('[AP-05] the counters of a deleted member go with them; later events about what they left are not counted', async () => {
  const gone = await market.signUp('gone_counts');
  await write(mara, gone, 'Hello?');
  await market.runJobs();
  expect(await counters(gone)).toMatchObject({ messages: 1, notifications: 1 });
  const left = await market.request('POST', '/api/users/delete-account', {
    as: gone,
    body: { password: gone.password },
  });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  await market.runJobs();
  expect(await query('select * from member_counter where member_id = $1', [gone.id])).toEqual([]);
  await query('update thread_side set unread = 0 where member_id = $1', [gone.id]);
  expect(await auditCounters(market.platform)).toEqual([]);
  expect(await check()).toMatchObject([{ level: 'info' }]);
  expect(await query('select * from member_counter where member_id = $1', [gone.id])).toEqual([]);
});
