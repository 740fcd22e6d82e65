import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { requireNoDemo } from '#app/sandbox/no-demo.server.ts';
import { type Market, startMarket } from '#app/server/start.server.ts';
import { watchTroubles } from '#features/admin/health-and-jobs/watch-troubles.server.ts';
import { demoPassword, signUpMember } from '#features/auth/index.server.ts';
import { importCatalogueFiles } from '#features/catalogue/index.server.ts';
import { findMissingNumbers } from '#features/payouts/index.server.ts';
import { auditPayouts } from '#features/payouts/payouts.testing.ts';
import { listPayouts } from '#features/payouts/queries/list-payouts.server.ts';
import { readPayoutBalance } from '#features/payouts/queries/read-balance.server.ts';
import { readStatements } from '#features/payouts/statements/read-statements.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import { advanceClock, settleJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import { photoKey } from '#platform/pictures/photo-key.ts';
import { createTestDatabase, type TestDatabase } from '#testing/servers/test-database.ts';
import { runDemoTask } from '../admin-demo.ts';
import { ensureDemo } from './ensure-demo.ts';
import { inspectDemo, removeDemo } from './remove-demo.ts';

const catalogue = join(import.meta.dirname, '../../data/catalogue');
const small = { listings: 60, soldListings: 14 };

let database: TestDatabase;
let market: Market;
const dataDir = mkdtempSync(join(tmpdir(), 'sleeved-demo-'));

// A market as it is before it opens: the worker has not been started, as in a first start.
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseServer'));
  const config = readConfig({
    MODE: 'sandbox',
    PORT: '0',
    APP_URL: 'http://127.0.0.1:1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  market = await startMarket({
    config,
    databaseUrl: database.url,
    log: createLog('silent'),
    roles: new Set(['web', 'worker']),
    pages: null,
  });
  await importCatalogueFiles(market.platform, [join(catalogue, 'lorcana.ndjson.gz')], () => {});
});
afterAll(async () => {
  await market.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask<T extends object>(text: string): Promise<T[]> {
  const { rows } = await market.platform.pool.query<T>(text);
  return rows;
}

/** Rows of every table, so that a wipe can be compared with an empty market. */
async function rowCounts(): Promise<Record<string, number>> {
  const tables = await ask<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts: Record<string, number> = {};
  // The test market's own rule.
  for (const { name } of tables.filter((table) => table.name !== 'payout_rule'))
    counts[name] = (await ask<{ n: number }>(`select count(*) as n from ${name}`))[0]?.n ?? 0;
  return counts;
}

test('the demo market is made once, through the use cases, and its ledger is right', { timeout: 120_000 }, async () => {
  const empty = await rowCounts();
  const said: string[] = [];
  expect(await ensureDemo(market.platform, (line) => said.push(line), small)).toBe('ready');
  expect(said.at(-1)).toContain('40 members');
  const made = await rowCounts();
  expect(made.auth_user).toBe(40);

  // A second start finds it and touches nothing.
  expect(await ensureDemo(market.platform, () => {}, small)).toBe('ready');
  expect(await rowCounts()).toEqual(made);

  // The audit: no member over a tier's limit, nothing sold twice, the ledger in balance, nothing of the past still
  // waiting.
  expect(
    await ask(
      `select seller_id from listing l join profile p on p.user_id = l.seller_id where p.account_tier = 'free' and l.status in ('active', 'reserved') group by 1 having count(*) > 2`,
    ),
  ).toEqual([]);
  expect(
    await ask(`select transaction_id from ledger_entry group by transaction_id, currency having sum(amount) <> 0`),
  ).toEqual([]);
  expect(
    await ask(`select l.id from listing l left join (
        select i.listing_id, sum(i.quantity) filter (where o.status = 'pending_payment') as held,
          sum(i.quantity) filter (where o.paid_at is not null) as sold
        from order_item i join orders o on o.id = i.order_id group by 1) t on t.listing_id = l.id
      where l.quantity_held <> coalesce(t.held, 0) + (select coalesce(sum(f.quantity), 0) from offer f where f.listing_id = l.id and f.promise = 'open')
        or l.quantity_sold <> coalesce(t.sold, 0)`),
  ).toEqual([]);
  // Offers in every state, on both sides of the demo accounts; no account has many unread notifications, and some have
  // some.
  expect(
    await ask(
      'select count(*) > 1 as "isOfSeveral", count(distinct basket_id)::int as baskets from offer where basket_id is not null',
    ),
  ).toEqual([{ isOfSeveral: true, baskets: 1 }]);
  const bargains = await ask<{ status: string; promise: string | null }>('select distinct status, promise from offer');
  expect(new Set(bargains.map(({ status, promise }) => promise ?? status))).toEqual(
    new Set(['pending', 'open', 'paid', 'declined', 'countered', 'withdrawn', 'expired', 'lapsed']),
  );
  const wants = await ask<{ n: number; open: number }>(
    "select count(*)::int as n, count(*) filter (where status = 'open' and created_at < now())::int as open from want",
  );
  expect(wants[0]).toEqual({ n: expect.any(Number), open: wants[0]?.n });
  expect(wants[0]?.n).toBeGreaterThan(10);
  const waiting = await ask<{ searches: number; follows: number }>(
    'select (select count(*)::int from saved_search) as searches, (select count(*)::int from follow) as follows',
  );
  expect([(waiting[0]?.searches ?? 0) > 8, (waiting[0]?.follows ?? 0) > 2]).toEqual([true, true]);
  // The demo accounts have been notified of each change of a favourite, and of matches of a search
  // and from a seller.
  const notified = await ask<{ kind: string }>(
    "select distinct kind from alert a join auth_user u on u.id = a.member_id where u.email = 'collector@example.test' and told_at is not null",
  );
  expect(notified.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['back', 'ending', 'price', 'search', 'sold']),
  );
  expect(await ask('select distinct frequency from saved_search order by 1')).toHaveLength(3);
  expect(
    (await ask<{ n: number }>('select count(*)::int as n from want_match where ended_at is null'))[0]?.n,
  ).toBeGreaterThan(2);
  expect(
    await ask(`select id from offer where created_at > now() or (status = 'pending' and expires_at < now())`),
  ).toEqual([]);
  // No member has answered an unread message.
  expect(
    await ask(
      `select s.thread_id from thread_side s join thread_message m on m.id = s.last_message_id where s.unread > 0 and m.sender_id = s.member_id`,
    ),
  ).toEqual([]);
  const updates = await ask<{ unread: number; threads: number }>(
    `select (select count(*)::int from notification n where n.user_id = p.user_id and read_at is null and deleted_at is null) as unread,
       (select count(*)::int from thread_side s where s.member_id = p.user_id and s.unread > 0) as threads
     from profile p join auth_user u on u.id = p.user_id where u.email in ('shop@example.test', 'collector@example.test')`,
  );
  for (const { unread, threads } of updates) {
    expect([unread, unread > 0 && unread <= 4]).toEqual([unread, true]);
    expect(threads).toBeLessThanOrEqual(8);
  }
  expect(updates.reduce((sum, { threads }) => sum + threads, 0)).toBeGreaterThan(0);
  expect(
    await ask(
      `select id from orders where created_at > now() or (status = 'pending_payment' and hold_expires_at < now())`,
    ),
  ).toEqual([]);
  expect(await ask(`select id from refund where state <> 'done'`)).toEqual([]);
  // Sellers have measured facts, as on their profiles. A return leaves an order completed.
  const isKept = `o.status <> 'refunded' and not exists (select from refund r where r.order_id = o.id and 2 * r.amount > o.total_amount)`;
  expect(
    await ask(
      `select distinct o.seller_id from orders o where o.paid_at > now() - interval '300 days' and ${isKept}
         and not exists (select from sale_fact f where f.order_id = o.id)`,
    ),
  ).toEqual([]);
  expect(
    await ask(`select p.username from profile p where total_sales <> (select count(*) from orders o where o.seller_id = p.user_id and exists
    (select 1 from order_history h where h.order_id = o.id and h.status = 'delivered')
    and ${isKept} and not exists (select 1 from order_sign g where g.order_id = o.id))`),
  ).toEqual([]);
  expect(await ask(`select event_id from sandbox_stripe_delivery where state = 'waiting'`)).toEqual([]);
  await expectPayouts();
  const states = await ask<{ status: string }>('select distinct status from orders');
  expect(states.map((row) => row.status).sort()).toEqual(
    [
      'awaiting_shipping',
      'canceled',
      'completed',
      'delivered',
      'disputed',
      'paid',
      'pending_payment',
      'refunded',
      'shipped',
    ].sort(),
  );
  for (const name of ['collector', 'seller', 'shop', 'admin']) {
    const { identity, db } = market.platform;
    const known = await findCredentials(db, `${name}@example.test`);
    expect(await identity.verifyPassword(known?.passwordHash ?? '', demoPassword), name).toBe(true);
  }

  // Without real members, removal leaves the state of an empty market, files included.
  await market.platform.storage.put('photos/demo1/640.webp', new Uint8Array([1]), 'image/webp');
  expect(await removeDemo(market.platform)).toMatchObject({
    members: 40,
    others: 0,
    sharedOrders: 0,
    orders: made.orders,
    listings: made.listing,
  });
  expect(await rowCounts()).toEqual(empty);
  expect(await market.platform.storage.get('photos/demo1/640.webp')).toBeNull();
});

/** The shop's money is in every state, the books hold, and Stripe agrees. */
async function expectPayouts(): Promise<void> {
  const { pool, db } = market.platform;
  expect(await auditPayouts(pool)).toEqual([]);
  const id = (await ask<{ id: string }>("select id from auth_user where email = 'shop@example.test'"))[0]?.id ?? '';
  const { currencies } = await readPayoutBalance(db, id, market.platform.clock.now());
  expect(currencies).toMatchObject([{ currency: 'USD', debt: { amount: 0 } }]);
  for (const state of ['held', 'ready', 'onTheWay', 'paidOut'] as const)
    expect(currencies[0]?.[state].amount, state).toBeGreaterThan(0);
  const { items } = await listPayouts(db, id, { limit: 100 });
  expect(items.map(({ pause }) => pause?.reason)).toEqual(
    expect.arrayContaining(['problem', 'withdrawal', 'not_delivered']),
  );
  expect(items.some(({ state }) => state === 'returned')).toBe(true);
  expect(
    new Set((await ask<{ status: string }>('select status from bank_payout')).map(({ status }) => status)),
  ).toEqual(new Set(['paid', 'in_transit']));
  expect(await ask('select state from payout_account')).toEqual([{ state: 'active' }]);
  // Of the refund after the transfer.
  expect(
    (await ask<{ n: number }>("select count(*)::int as n from ledger_entry where account = 'debt'"))[0]?.n,
  ).toBeGreaterThan(1);
  const month = new Date(market.platform.clock.now());
  month.setUTCDate(0);
  const { statements } = await readStatements(market.platform, id, month.toISOString().slice(0, 7));
  expect(statements[0]?.lines.length).toBeGreaterThan(0);
  expect(await ask('select difference::int from stripe_day')).toEqual([{ difference: 0 }]);
  expect(await ask('select source, kind from stripe_difference')).toEqual([]);
  expect(await findMissingNumbers(db)).toEqual([]);
}

test('an interrupted demo is removed and made again; a market with real members is left alone', {
  timeout: 120_000,
}, async () => {
  await market.platform.pool.query('insert into demo_market (begun_at) values (now())');
  await expect(
    ensureDemo(
      {
        ...market.platform,
        clock: {
          now: () => {
            throw new Error('killed');
          },
          offsetMs: () => 0,
        },
      },
      () => {},
      small,
    ),
  ).rejects.toThrow('killed');
  const said: string[] = [];
  expect(await ensureDemo(market.platform, (line) => said.push(line), small)).toBe('ready');
  expect(said[0]).toContain('incomplete');
  await expectPayouts();

  // The server starts: due timers of the past year find everything done, and no member gets a year of emails.
  const before = await ask('select id, status, version from orders order by id');
  await market.prepared();
  await settleJobs(market.platform);
  expect(await ask('select id, status, version from orders order by id')).toEqual(before);
  // The clock may look for troubles in any minute, also in one of this test: the demo has one, of which its operator
  // alone is notified.
  await watchTroubles(market.platform);
  await settleJobs(market.platform);
  const mails = await ask<{ recipient: string; subject: string }>('select recipient, subject from sandbox_mail');
  expect(mails).toContainEqual({
    recipient: 'admin@example.test',
    subject: 'Reported problems have been open for days',
  });
  // Changes of favourites in the last day: one email for each member concerned.
  const others = mails.filter(({ recipient }) => recipient !== 'admin@example.test');
  expect(others.length).toBe(mails.length - 1);
  expect(new Set(others.map(({ recipient }) => recipient)).size).toBe(others.length);
  expect(others.find(({ recipient }) => recipient === 'collector@example.test')?.subject).toMatch(
    /^\d+ updates from your alerts$/,
  );
  for (const { subject } of others)
    expect(subject).toMatch(/^(\d+ updates from your alerts|(For sale again|Ends soon|Price lowered|Sold): .+)$/);
  await ask('delete from sandbox_mail');

  await market.platform.pool.query('update demo_market set finished_at = null');
  await signUpMember(market.platform, {
    email: 'stranger@example.test',
    username: 'a_stranger',
    password: 'correct-horse-battery',
  });
  await settleJobs(market.platform);
  const made = await rowCounts();
  expect(await ensureDemo(market.platform, () => {}, small)).toBe('strangers');
  expect(await rowCounts()).toEqual(made);
});

test('the demo is taken out of a market with other members: a dry run changes nothing, and what is theirs stays', async () => {
  const { platform } = market;
  const [stranger] = await ask<{ id: string }>(`select id from auth_user where email = 'stranger@example.test'`);
  // They bought one thing of a demo seller, like another, and sell something themselves that a demo member likes.
  const [shared] = await ask<{ id: string; seller_id: string; listing_id: string }>(
    `update orders o set buyer_id = '${stranger?.id}' from order_item i where i.order_id = o.id
       and o.id = (select id from orders where status = 'completed' order by id limit 1) returning o.id, o.seller_id, i.listing_id`,
  );
  await ask(
    `insert into favorite (user_id, listing_id, saved_at, saved_price_amount, saved_currency) select '${stranger?.id}', id, now(), 1, 'EUR' from listing where status = 'active' limit 1`,
  );
  // They hold a copy of a third one, unpaid: whose hold is over some day, but not in this minute.
  const [unpaid] = await ask<{ id: string; seller_id: string }>(
    `update orders set buyer_id = '${stranger?.id}' where id = (select id from orders where status = 'pending_payment' order by id limit 1) returning id, seller_id`,
  );
  // A demo member under another address is one all the same.
  await ask(`update auth_user set email = 'renamed@real.example' where email = 'shop@example.test'`);
  const before = await rowCounts();
  const said: string[] = [];
  const parts = { config: { ...platform.config, databasePool: 2 }, databaseUrl: database.url, log: platform.log };
  await runDemoTask({ isMeant: false }, parts, (line) => said.push(line));
  expect(await rowCounts()).toEqual(before);
  expect(said.join(' ')).toMatch(
    /^Will be removed: 40 members, \d+ listings, .* 1 other member .* 2 orders of demo members with other members/,
  );
  expect(said.join(' ')).toContain(`Unpaid orders that will be cancelled first: ${unpaid?.id}.`);

  // Where a payment's state is unknown, everything stays and the host reads what to do.
  const without = { ...parts, config: { ...parts.config, mode: 'production' as const } };
  await expect(runDemoTask({ isMeant: true }, without, () => {})).rejects.toThrow(
    new RegExp(`Nothing was removed.*${unpaid?.id} \\(can be cancelled after .* UTC\\)`),
  );
  expect(await rowCounts()).toEqual(before);

  // Every photo has been looked at, so that its file is there; those of the problems are there as they came.
  for (const { id } of await ask<{ id: string }>('select id from listing_photo'))
    await platform.storage.put(photoKey(id, 640), new Uint8Array([1]), 'image/webp');
  const ofProblems = await ask<{ id: string }>('select id from order_photo');
  expect(ofProblems.length).toBeGreaterThan(0);

  await runDemoTask({ isMeant: true }, parts, (line) => said.push(line));
  expect(await inspectDemo(platform.pool)).toBeNull();
  const left = await rowCounts();
  const sellers = new Set([shared?.seller_id, unpaid?.seller_id]);
  expect(left).toMatchObject({
    auth_user: 1 + sellers.size,
    auth_account: 1,
    orders: 2,
    purchase: 2,
    listing: 2,
    favorite: 0,
    demo_market: 0,
    subscription: 0,
  });
  expect(left).toMatchObject({ want: 0, offer: 0, thread: 0, thread_message: 0, thread_side: 0 });
  // Nothing is left of the made-up money.
  expect(left).toMatchObject({ order_payout: 1, transfer: 0, transfer_reversal: 0, invoice: 0 });
  expect(
    await ask(`select e.transaction_id from ledger_entry e where not exists
      (select from orders o where o.id = '${shared?.id}' and (o.id = e.order_id or o.purchase_id = e.purchase_id))`),
  ).toEqual([]);
  expect(await ask('select seller_id from seller_balance where owed <> 0 or debt <> 0')).toEqual([]);
  expect(await findMissingNumbers(platform.db)).toEqual([]);
  expect(await ask(`select status, cancel_code from orders where id = '${unpaid?.id}'`)).toEqual([
    { status: 'canceled', cancel_code: 'seller_left' },
  ]);
  expect(await ask(`select id from listing where id = '${shared?.listing_id}'`)).toHaveLength(1);
  expect(await ask(`select distinct status, quantity_held from listing`)).toEqual([
    { status: 'removed', quantity_held: 0 },
  ]);
  expect(await ask(`select username from profile where user_id = '${shared?.seller_id}'`)).toEqual([
    { username: 'Deleted member' },
  ]);
  expect((await findCredentials(platform.db, 'stranger@example.test'))?.passwordHash).toMatch(/^\$argon2id/);
  // The ledger is closed, no email was sent, and no job refers to deleted rows.
  await expect(ask('delete from ledger_entry')).rejects.toThrow('append-only');
  // The timers of what has gone ring some day, and find nothing.
  await advanceClock(platform, 40 * 86_400_000);
  await settleJobs(platform);
  expect(await ask(`select subject from sandbox_mail where recipient not like '%stranger@example.test%'`)).toEqual([]);
  expect(
    await ask('select task_identifier, last_error from graphile_worker.jobs where last_error is not null'),
  ).toEqual([]);
  // Only the files of the two listings in a real member's orders are left.
  const shownStill = new Set((await ask<{ id: string }>('select id from listing_photo')).map(({ id }) => id));
  const files: string[] = [];
  for await (const { key } of platform.storage.list()) files.push(key);
  expect(files.filter((key) => ![...shownStill].some((id) => key.includes(id)))).toEqual([]);
  await requireNoDemo(database.url, { mode: 'production' });
});
