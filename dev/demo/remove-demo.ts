import type pg from 'pg';
import { sweepAdPictureJob } from '#features/ads/model/ads.jobs.ts';
import { memberDeleted } from '#features/members/index.server.ts';
import { sweepThreadPhotosJob } from '#features/messages/model/message.jobs.ts';
import { certainMs, endUnpaidOrder } from '#features/orders/index.server.ts';
import { sweepProblemPhotosJob } from '#features/orders/model/order.jobs.ts';
import { momentUtc } from '#kernel/time.ts';
import { connectionOf } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { deleteRows } from './delete-rows.ts';
import { demoMembers } from './members.ts';
import { removeMoney } from './payouts/remove-money.ts';
import { openSimulator } from './simulator.ts';
import { wipeDemo } from './state.ts';

/**
 * What there is of the demo market, and what of it has to stay because a member who is none of the demo's is part of
 * it.
 */
export interface DemoContents {
  members: number;
  listings: number;
  photos: number;
  orders: number;
  /** Members who are not the demo's: where there is none, the whole market is the demo. */
  others: number;
  /** Orders between a demo member and a real member. They stay, with the listings in them. */
  sharedOrders: number;
  /** Those that hold a copy and are not paid: they have to be called off before a seller or a listing can go. */
  unpaid: UnpaidOrder[];
}

interface UnpaidOrder {
  id: string;
  /** Its side that leaves. */
  demoMemberId: string;
  /** From then on it cannot be paid. */
  endsAt: Date;
}

interface DemoParts {
  memberIds: string[];
  /** Those who have not been deleted already. */
  livingIds: string[];
  /** Between demo members alone. */
  orderIds: string[];
  contents: DemoContents;
}

/**
 * Jobs that are stored with the removal: files of photos and pictures. All others would write to made-up addresses or
 * ask Stripe for made-up customers.
 */
const jobsThatRun = new Set([
  'listings.sweep-photos',
  'members.sweep-avatar',
  sweepAdPictureJob.name,
  sweepProblemPhotosJob.name,
  sweepThreadPhotosJob.name,
]);

/** Null where there is no demo market. */
export async function inspectDemo(db: Pick<pg.Pool, 'query'>): Promise<DemoContents | null> {
  return (await findParts(db))?.contents ?? null;
}

/**
 * Takes the demo market out: at once without real members, else member by member as in any account
 * go, in one transaction. What others made stays, and what they share with a demo member shows a deleted one. Safe to
 * repeat. Answers what it found, null where there was nothing.
 */
export async function removeDemo(platform: Platform): Promise<DemoContents | null> {
  const found = await inspectDemo(platform.pool);
  if (found === null) return null;
  if (found.others === 0) {
    // Files first: should this be cut off, the mark still stands and the next run finds the rest.
    for await (const { key } of platform.storage.list()) await platform.storage.remove(key);
  }
  await callOffUnpaid(platform, found.unpaid);
  // The bus of a running server receives the changes; no reaction runs, or forty mails would go to addresses
  // that do not exist.
  await write({ ...platform, reactions: new Map() }, async (tx) => {
    const connection = connectionOf(tx.db);
    await connection.query('lock table demo_market in exclusive mode');
    const parts = await findParts(connection);
    if (parts === null) return;
    // A member has started to buy meanwhile.
    refuseUnpaid(parts.contents.unpaid);
    if (parts.contents.others === 0) await wipeDemo(connection);
    else await removeParts(platform, quiet(tx), parts);
    await connection.query('delete from demo_market');
  });
  return found;
}

/**
 * As the features do for a deleted account: the payment page is closed first, a payment that was faster is kept, and the
 * copies are free again.
 */
async function callOffUnpaid(platform: Platform, unpaid: readonly UnpaidOrder[]): Promise<void> {
  if (unpaid.length === 0) return;
  // The sandbox's Stripe is a part of the market, which stands still.
  const hand = platform.config.mode === 'sandbox' ? (await openSimulator(platform)).platform : platform;
  const left: UnpaidOrder[] = [];
  for (const order of unpaid) if (!(await endUnpaidOrder(hand, order.id, order.demoMemberId))) left.push(order);
  refuseUnpaid(left);
}

function refuseUnpaid(left: readonly UnpaidOrder[]): void {
  if (left.length === 0) return;
  const named = left.map(({ id, endsAt }) => `${id} (can be cancelled after ${momentUtc(endsAt)})`);
  throw new Error(
    `Nothing was removed because a buyer may be paying, or Stripe doesn’t respond. Unpaid orders: ${named.join(', ')}. Run the command again later, or ask the buyer to cancel.`,
  );
}

function quiet(tx: Tx): Tx {
  return { ...tx, enqueue: (job, payload, timing) => jobsThatRun.has(job.name) && tx.enqueue(job, payload, timing) };
}

async function removeParts(platform: Platform, tx: Tx, { memberIds, livingIds, orderIds }: DemoParts): Promise<void> {
  const connection = connectionOf(tx.db);
  const { deletionChecks, erasures } = platform.accountDeletion;
  const now = platform.clock.now();
  await removeOrders(tx, { memberIds, orderIds });
  await removeTalk(tx, memberIds);
  await removeAds(tx, memberIds);
  for (const memberId of livingIds) {
    const shown = new Set<string>();
    for (const { listShown } of deletionChecks) for (const id of await listShown(tx.db, memberId)) shown.add(id);
    for (const { lock } of erasures) await lock?.(tx, memberId);
    for (const { erase } of erasures)
      await erase?.(tx, { memberId, now, shown, removed: new Map(), undoUntil: null, platform });
    tx.append(memberDeleted, {
      subject: memberId,
      version: now.getTime(),
      topics: [`profile:${memberId}`, `seller:${memberId}`],
    });
  }
  await removeClosedAccounts(connection, memberIds);
}

async function removeOrders(tx: Tx, { memberIds, orderIds }: Pick<DemoParts, 'memberIds' | 'orderIds'>): Promise<void> {
  const connection = connectionOf(tx.db);
  const { rows } = await connection.query<{ id: string }>('select id from order_photo where order_id = any($1)', [
    orderIds,
  ]);
  if (rows.length > 0) tx.enqueue(sweepProblemPhotosJob, { photoIds: rows.map(({ id }) => id) });
  await removeMoney(connection, { memberIds, orderIds });
  const { rows: purchases } = await connection.query<{ id: string }>(
    'select distinct purchase_id as id from orders where id = any($1)',
    [orderIds],
  );
  await deleteRows(connection, 'orders', 'id', orderIds);
  const { rows: empty } = await connection.query<{ id: string }>(
    'select id from purchase p where id = any($1) and not exists (select 1 from orders o where o.purchase_id = p.id)',
    [purchases.map(({ id }) => id)],
  );
  await deleteRows(
    connection,
    'purchase',
    'id',
    empty.map(({ id }) => id),
  );
}

/** Ads that the demo's operator wrote. */
async function removeAds(tx: Tx, memberIds: readonly string[]): Promise<void> {
  const { rows } = await connectionOf(tx.db).query<{ picture: string | null }>(
    "delete from ad where id in (select subject from audit_log where act = 'ad.created' and by = any($1)) returning picture",
    [memberIds],
  );
  for (const { picture } of rows) if (picture) tx.enqueue(sweepAdPictureJob, { picture });
}

/** Messages and offers between demo members. Those with a real member stay. */
async function removeTalk(tx: Tx, memberIds: readonly string[]): Promise<void> {
  const connection = connectionOf(tx.db);
  const { rows } = await connection.query<{ id: string }>(
    'select id from thread where first_id = any($1) and second_id = any($1)',
    [memberIds],
  );
  const { rows: photos } = await connection.query<{ id: string }>(
    'select id from thread_photo where thread_id = any($1)',
    [rows.map(({ id }) => id)],
  );
  if (photos.length > 0) tx.enqueue(sweepThreadPhotosJob, { photoIds: photos.map(({ id }) => id) });
  await deleteRows(
    connection,
    'thread',
    'id',
    rows.map(({ id }) => id),
  );
  await connection.query('delete from offer where buyer_id = any($1) and seller_id = any($1)', [memberIds]);
}

/** Rows without references. A member in a real member's order stays as a deleted member. */
async function removeClosedAccounts(connection: Pick<pg.Pool, 'query'>, memberIds: readonly string[]): Promise<void> {
  // The lock row of a seller without listings.
  await connection.query(
    'delete from listing_shelf s where seller_id = any($1) and not exists (select 1 from listing l where l.seller_id = s.seller_id)',
    [memberIds],
  );
  for (const id of memberIds) {
    await connection.query('savepoint closed_account');
    try {
      await connection.query(
        'delete from auth_user where id = $1 and not exists (select 1 from orders where buyer_id = $1 or seller_id = $1) and not exists (select 1 from listing where seller_id = $1)',
        [id],
      );
      await connection.query('release savepoint closed_account');
    } catch (error) {
      if ((error as { code?: unknown }).code !== '23503') throw error;
      await connection.query('rollback to savepoint closed_account');
    }
  }
}

async function findParts(db: Pick<pg.Pool, 'query'>): Promise<DemoParts | null> {
  const { rows: marks } = await db.query<{ begun_at: Date }>('select begun_at from demo_market');
  const mark = marks[0];
  if (!mark) return null;
  const ids = async (text: string, values: unknown[]) =>
    (await db.query<{ id: string }>(text, values)).rows.map(({ id }) => id);
  // The demo is made in an empty market and its members have joined in the past: an older account is one of
  // them, whatever they are called today.
  const { rows: members } = await db.query<{ id: string; gone: boolean }>(
    "select id, suspended_reason is not distinct from 'deleted' as gone from auth_user where email = any($1) or created_at < $2 order by id",
    [demoMembers.map(({ email }) => email), mark.begun_at],
  );
  const memberIds = members.map(({ id }) => id);
  const livingIds = members.filter(({ gone }) => !gone).map(({ id }) => id);
  const sides = 'buyer_id = any($1) or seller_id = any($1)';
  const orderIds = await ids('select id from orders where buyer_id = any($1) and seller_id = any($1) order by id', [
    memberIds,
  ]);
  const sharedOrders = (await ids(`select id from orders where (${sides}) and id <> all($2)`, [memberIds, orderIds]))
    .length;
  const { rows: unpaid } = await db.query<UnpaidOrder>(
    `select o.id, case when o.seller_id = any($1) then o.seller_id else o.buyer_id end as "demoMemberId",
       p.page_ends_at + make_interval(secs => $3) as "endsAt"
     from orders o join (select id as paid_with, session_expires_at as page_ends_at from purchase) p on p.paid_with = o.purchase_id
     where o.status = 'pending_payment' and (${sides}) and (o.id <> all($2) or exists (
       select 1 from order_item mine join order_item other using (listing_id) where mine.order_id = o.id and other.order_id <> all($2)))
     order by o.id`,
    [memberIds, orderIds, certainMs / 1_000],
  );
  const listingIds = await ids(
    `select id from listing l where seller_id = any($1)
       and not exists (select 1 from order_item i where i.listing_id = l.id and i.order_id <> all($2)) order by id`,
    [memberIds, orderIds],
  );
  const photos = (await ids('select id from listing_photo where listing_id = any($1)', [listingIds])).length;
  const { rows: counted } = await db.query<{ others: number }>(
    'select count(*)::int as others from auth_user where id <> all($1)',
    [memberIds],
  );
  const others = counted[0]?.others ?? 0;
  const contents = {
    members: memberIds.length,
    listings: listingIds.length,
    photos,
    orders: orderIds.length,
    others,
    sharedOrders,
    unpaid,
  };
  return { memberIds, livingIds, orderIds, contents };
}
