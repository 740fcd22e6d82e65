import { afterAll, beforeAll, expect, test } from 'vitest';
import { market as composition } from '#app/server/features.server.ts';
import { buyPlaced, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { tagOf } from '#platform/personal-data/personal-data.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { settleElsewhere } from '#testing/settled-payouts.ts';

const everything = composition.personalData;

let market: TestMarket;
let leaver: TestMember;
let other: TestMember;
let exported: string;
let document: { orders: { orders: { role: string; counterparty: string }[] } };
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
/** Words that no other data contains, so that each place where one stays is found. */
const canaries = [
  'leaver_canary',
  'Canary Displayed',
  'canarybio',
  'Canaryville',
  'canarycontact',
  '@canarytube',
  'canarylisting',
  'canary street',
];

async function sell(seller: TestMember, buyer: TestMember): Promise<string> {
  const { order, checkoutUrl } = await buyPlaced(market, buyer, await putUpForSale(market, seller));
  await pay(checkoutUrl);
  await passTime(market);
  const shipped = await market.request('POST', `/api/orders/${order.id}/ship`, {
    as: seller,
    body: { carrier: 'Post', trackingNumber: 'T1' },
  });
  expect(shipped.status, JSON.stringify(shipped.body)).toBe(200);
  expect((await market.request('POST', `/api/orders/${order.id}/deliver`, { as: buyer })).status).toBe(200);
  return order.id;
}

beforeAll(async () => {
  market = await startTestMarket();
  leaver = await market.signUp('leaver_canary');
  other = await market.signUp('other_party');
  const patch = {
    displayName: 'Canary Displayed',
    bio: 'canarybio',
    location: 'Canaryville',
    contact: 'canarycontact',
    contactVisible: true,
  };
  const social = { youtube: 'https://youtube.com/@canarytube' };
  expect(
    (await market.request('PATCH', '/api/profile', { as: leaver, body: { ...patch, social, theme: 'dark' } })).status,
  ).toBe(200);
  await market.request('PATCH', '/api/profile', { as: other, body: { bio: 'otherbio', contact: 'othercontact' } });
  const draft = {
    game: 'pokemon',
    name: 'Mew canarylisting',
    condition: 'near_mint',
    price: { amount: 500, currency: 'USD' },
    quantity: 1,
  };
  const body = { ...draft, description: 'canarylisting words' };
  expect(
    (await market.request('POST', '/api/listings', { as: leaver, body: { ...body, status: 'draft' } })).status,
  ).toBe(201);
  const stopped = await putUpForSale(market, leaver);
  await rows("update listing set title = 'Mew canarylisting' where id = $1", [stopped]);
  const admin = await market.signUp('operator_here');
  await rows("update auth_user set role = 'admin' where id = $1", [admin.id]);
  const stop = { why: 'reported', reason: 'Two buyers doubt it.' };
  expect((await market.request('POST', `/api/admin/listings/${stopped}/hide`, { as: admin, body: stop })).status).toBe(
    200,
  );
  const theirs = await putUpForSale(market, other);
  expect((await market.request('PUT', `/api/favorites/${theirs}`, { as: leaver })).status).toBeLessThan(300);
  const link = { as: leaver, body: { country: 'FR' } };
  expect((await market.request('POST', '/api/payouts/account/link', link)).status).toBe(200);
  await sell(leaver, other);
  await sell(other, leaver);
  await settleElsewhere(market);
  await rows(`update orders set address = $2 where buyer_id = $1`, [
    leaver.id,
    {
      name: 'Canary',
      line1: 'canary street 1',
      line2: null,
      city: 'Canaryville',
      state: null,
      postalCode: '1',
      country: 'FR',
    },
  ]);
  await rows(`update orders set address = $2 where buyer_id = $1`, [
    other.id,
    {
      name: 'O',
      line1: 'other street 1',
      line2: null,
      city: 'Otherville',
      state: null,
      postalCode: '1',
      country: 'FR',
    },
  ]);
  const mails = { mails: { sales: false }, pause: { until: '2027-06-01T00:00:00Z' } };
  expect((await market.request('PUT', '/api/notifications/preferences', { as: leaver, body: mails })).status).toBe(200);
  await rows(
    `insert into listing_notice select id, 'ended', expires_at, 'a-mail', now() from listing where seller_id = $1 and expires_at is not null`,
    [leaver.id],
  );
  await rows(
    `insert into listing_said select id, 99, '{"title": "canarylisting as it was"}', true, now() from listing where seller_id = $1`,
    [leaver.id],
  );
  await passTime(market, 4 * dayMs);
  leaver = await signInAgain(market, leaver);
  const answer = await market.request('GET', '/api/export', { as: leaver });
  expect(answer.status).toBe(200);
  document = answer.body;
  exported = JSON.stringify(answer.body);
}, 90_000);
afterAll(() => market.close());

test('every column of every table says whose it is', async () => {
  const columns = await rows(
    "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'",
  );
  expect(columns.length).toBeGreaterThan(200);
  const untagged = columns.filter(({ t, c }) => everything[t]?.columns[c] === undefined).map(({ t, c }) => `${t}.${c}`);
  expect(untagged).toEqual([]);
  const known = new Set(columns.map(({ t, c }) => `${t}.${c}`));
  const gone = Object.entries(everything).flatMap(([t, { columns: own }]) => Object.keys(own).map((c) => `${t}.${c}`));
  expect(gone.filter((name) => !known.has(name))).toEqual([]);
});

test('a new column without a tag is found', async () => {
  await rows('alter table profile add column shoe_size int');
  const columns = await rows("select column_name as c from information_schema.columns where table_name = 'profile'");
  expect(columns.filter(({ c }) => everything.profile?.columns[c] === undefined)).toEqual([{ c: 'shoe_size' }]);
  await rows('alter table profile drop column shoe_size');
});

test('the export has all that is mine, and of others nothing but the username', async () => {
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (value !== null && typeof value === 'object') for (const inner of Object.values(value)) collect(inner);
    else values.add(String(value));
  };
  collect(document);
  let checked = 0;
  for (const [table, { rowsOf, columns }] of Object.entries(everything)) {
    if (!rowsOf) continue;
    for (const [column, rule] of Object.entries(columns)) {
      if (!['own', 'kept'].includes(tagOf(rule))) continue;
      const when = typeof rule === 'string' ? 'true' : `(${rule.when})`;
      const mine = await rows(
        `select "${column}" as v from "${table}" where (${rowsOf}) and ${when} and "${column}" is not null`,
        [leaver.id],
      );
      for (const { v } of mine) {
        checked++;
        // A text that is empty beside its code is made when the row is read.
        const expected = v instanceof Date ? v.toISOString() : typeof v === 'object' || v === '' ? null : String(v);
        if (expected !== null) expect([table, column, values.has(expected)]).toEqual([table, column, true]);
      }
    }
  }
  expect(checked).toBeGreaterThan(60);
  for (const canary of canaries) expect([canary, exported.includes(canary)]).toEqual([canary, true]);
  for (const foreign of [other.id, other.email, 'otherbio', 'othercontact', 'other street', 'Otherville']) {
    expect([foreign, exported.includes(foreign)]).toEqual([foreign, false]);
  }
  expect(document.orders.orders.map((order) => [order.role, order.counterparty]).sort()).toEqual([
    ['buyer', 'other_party'],
    ['seller', 'other_party'],
  ]);
  expect(exported).not.toContain('$argon2');
});

test('[AP-05] after the deletion nothing personal stays outside what is kept for a reason', async () => {
  const avatar = await market.request('GET', '/api/profile', { as: leaver });
  expect(avatar.status).toBe(200);
  const answer = await market.request('POST', '/api/users/delete-account', {
    as: leaver,
    body: { password: leaver.password },
  });
  expect([answer.status, answer.body]).toEqual([200, { success: true, message: 'Your account has been deleted.' }]);
  await market.runJobs();
  const words = [...canaries, leaver.email];
  const found: string[] = [];
  for (const [table, { columns }] of Object.entries(everything)) {
    for (const [column, rule] of Object.entries(columns)) {
      if (tagOf(rule) === 'other') continue;
      for (const word of words) {
        const [hit] = await rows(
          `select 1 from "${table}" where position(lower($1) in lower("${column}"::text)) > 0 limit 1`,
          [word],
        );
        if (hit) found.push(`${table}.${column} ${tagOf(rule)}: ${word}`);
      }
    }
  }
  expect(found.sort()).toEqual([
    'username_registry.username kept: leaver_canary',
    'username_registry.username_key kept: leaver_canary',
  ]);
  for (const [table, { rowsOf, columns }] of Object.entries(everything)) {
    if (!rowsOf) continue;
    for (const [column, rule] of Object.entries(columns)) {
      if (
        !['own', 'secret'].includes(tagOf(rule)) ||
        ['name', 'email', 'username', 'auth_provider', 'tutorial_preferences'].includes(column)
      )
        continue;
      const when = typeof rule === 'string' ? 'true' : `(${rule.when})`;
      const left = await rows(
        `select "${column}" as v from "${table}" where (${rowsOf}) and ${when} and "${column}" is not null`,
        [leaver.id],
      );
      const said = left.map(({ v }) => v).filter((v) => v !== false && v !== 0);
      expect([table, column, said]).toEqual([table, column, []]);
    }
  }
  // The public view has no payload; a job that is put back to its own time is answered with it.
  const jobs = await rows(
    "select count(*)::int as n from graphile_worker.jobs q, graphile_worker.reschedule_jobs(array[q.id]) as j where j.payload::text like '%leaver_canary%'",
  );
  expect(jobs).toEqual([{ n: 0 }]);
});

test('the orders of the other side still read, with “Deleted member” on them', async () => {
  const { body } = await market.request('GET', '/api/orders', { as: await signInAgain(market, other) });
  expect(body.items).toHaveLength(2);
  for (const order of body.items) {
    const gone = order.buyerId === leaver.id ? order.buyer : order.seller;
    expect([gone.username, gone.avatarUrl, order.items.length, order.totals.total.amount]).toEqual([
      'Deleted member',
      null,
      1,
      1_299,
    ]);
    if (order.buyerId === leaver.id) expect(order.address).toBeNull();
    else expect(order.address.line1).toBe('other street 1');
  }
});
