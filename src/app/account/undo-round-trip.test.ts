import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newestToken } from '#features/auth/change-email/change-email.testing.ts';
import { passTime, signInAgain } from '#features/orders/testing.ts';
import { reconcileRatings } from '#features/reviews/model/average.server.ts';
import { dayMs } from '#kernel/time.ts';
import { auditCounters } from '#testing/audits/counter-audit.ts';
import { auditListings, auditTallies } from '#testing/audits/listing-audit.ts';
import { auditRatings } from '#testing/audits/rating-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { type FullLife, liveFully } from '../../../tests/contracts/personal-data/full-life.testing.ts';

let market: TestMarket;
let life: FullLife;
beforeAll(async () => {
  market = await startTestMarket();
  life = await liveFully(market);
}, 240_000);
afterEach(async () => expect(await auditRatings(market.platform)).toEqual([]));
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;

type Row = Record<string, unknown>;
/** Every row of every table, by table and primary key. */
async function everything(): Promise<Map<string, Row>> {
  const tables = await rows(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as key from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  );
  expect(tables.length).toBeGreaterThan(70);
  const all = new Map<string, Row>();
  for (const { name, key } of tables)
    for (const { row } of await rows(`select to_jsonb(t) as row from "${name}" t`))
      all.set(`${name} ${key.map((column: string) => row[column]).join(' ')}`, row);
  return all;
}

/** `table.column` of each value that is another, `table: gone` and `table: new` of whole rows. */
function differences(before: Map<string, Row>, after: Map<string, Row>): string[] {
  const found = new Set<string>();
  for (const [id, row] of before) {
    const [table] = id.split(' ');
    const now = after.get(id);
    if (!now) found.add(`${table}: gone`);
    else
      for (const column of Object.keys(row))
        if (JSON.stringify(row[column]) !== JSON.stringify(now[column])) found.add(`${table}.${column}`);
  }
  for (const id of after.keys()) if (!before.has(id)) found.add(`${id.split(' ')[0]}: new`);
  return [...found].sort();
}

/** What is another after a deletion and its undoing, each with the reason. */
const reasons: Record<string, string> = {
  'auth_revocation: new': 'everybody was signed out',
  'auth_session: gone': 'everybody was signed out',
  'mailed_link: gone': 'links by mail from before the deletion stay dead',
  'auth_user.updated_at': 'the account changed twice',
  ...Object.fromEntries(
    [
      'address',
      'shipping_table',
      'bulk_change',
      'bulk_rule',
      'listing',
      'profile',
      'stock_import',
      'want',
      'want_list',
    ].map((table) => [`${table}.version`, 'it changed twice']),
  ),
  'listing.updated_at': 'it changed twice',
  'profile.last_updated': 'it changed twice',
  'subscription.updated_at': 'it was looked at when it came back',
  'listing_tally: new': 'sums in parts, which are added up (auditTallies)',
  'member_counter: gone': 'sums in parts, which are added up (auditCounters)',
  'member_counter: new': 'sums in parts, which are added up (auditCounters)',
  'job_timer: new': 'timers that end the way back and the files',
  'job_worker.seen_at': 'a worker is alive',
  'outbox_event: new': 'what happened is told',
  'outbox_relay.last_position': 'what happened is told',
  'sandbox_mail: new': 'the member is told twice',
  'sent_mail: new': 'the member is told twice',
};

async function leave(as: TestMember): Promise<string> {
  const answer = await market.request('POST', '/api/users/delete-account', {
    as,
    body: { password: as.password },
  });
  expect([answer.status, answer.body.message]).toEqual([200, 'Your account has been deleted.']);
  await passTime(market);
  return newestToken(market, as.email, '/auth/undo-deletion');
}
async function undo(token: string): Promise<void> {
  expect((await market.request('POST', '/api/auth/undo-deletion', { body: { token } })).status).toBe(200);
  await passTime(market);
}
const seesPhoto = async () => {
  const answer = await fetch(market.url + life.photoUrl, { headers: { cookie: life.other.cookie } });
  await answer.arrayBuffer();
  return answer.status;
};

test('a deletion that is undone leaves everything as it was, but for what is named here', {
  timeout: 120_000,
}, async () => {
  await market.runJobs();
  const before = await everything();
  const token = await leave(life.member);
  expect((await market.request('GET', `/api/listings/${life.listings.live}`)).status).toBe(404);
  expect((await market.request('GET', '/api/listings?q=zard')).body.items).toEqual([]);
  expect(await seesPhoto()).toBe(404);
  await undo(token);
  expect(differences(before, await everything()).filter((what) => !(what in reasons))).toEqual([]);
  expect(await auditTallies(market.platform.pool)).toEqual([]);
  expect(await auditListings(market.platform.pool)).toEqual([]);
  expect(await auditCounters(market.platform)).toEqual([]);
  // What they sell is found again, what they sent is seen again, also once the time of the way back is over.
  expect((await market.request('GET', '/api/listings?q=zard')).body.items.map(({ id }: { id: string }) => id)).toEqual([
    life.listings.live,
  ]);
  expect(await seesPhoto()).toBe(200);
  await passTime(market, 15 * dayMs);
  [life.member, life.other] = [await signInAgain(market, life.member), await signInAgain(market, life.other)];
  expect(await seesPhoto()).toBe(200);
});

test('[RO-05] a review of a deleted member is hidden and shown without an error, and their rating follows when they are restored', async () => {
  const admin = await signInAgain(market, life.operator);
  const act = (method: string, body?: object) =>
    market.request(method, `/api/admin/reviews/${life.reviewId}/hide`, { as: admin, ...(body && { body }) });
  const rating = async () =>
    (await rows('select rating, rating_count from profile where user_id = $1', [life.member.id]))[0];
  const hide = async () => expect((await act('POST', { reason: 'It names an address.' })).status).toBe(200);
  const shown = await rating();
  let token = await leave(life.member);
  await hide();
  await undo(token);
  expect(await rating()).toEqual({ rating: null, rating_count: 0 });
  life.member = await signInAgain(market, life.member);
  token = await leave(life.member);
  expect((await act('DELETE')).status).toBe(200);
  await undo(token);
  expect(await rating()).toEqual(shown);
  life.member = await signInAgain(market, life.member);
  token = await leave(life.member);
  await hide();
  expect((await act('DELETE')).status).toBe(200);
  await undo(token);
  expect(await rating()).toEqual(shown);
});

test('[EN-02] ratings that are wrong already are put right in the night, and hiding a review of a wrong one does not fail', async () => {
  const spoil = () =>
    rows(
      'with gone as (delete from review_statistics where member_id = $1) update profile set rating = 1, rating_count = 9 where user_id = $1',
      [life.member.id],
    );
  await spoil();
  expect(await auditRatings(market.platform)).toHaveLength(1);
  await reconcileRatings(market.platform);
  expect(await auditRatings(market.platform)).toEqual([]);
  await spoil();
  const admin = await signInAgain(market, life.operator);
  const hidden = await market.request('POST', `/api/admin/reviews/${life.reviewId}/hide`, {
    as: admin,
    body: { reason: 'It names an address.' },
  });
  expect(hidden.status).toBe(200);
});
