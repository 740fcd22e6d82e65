import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { CopyTraits } from '#features/catalogue/words.ts';
import { type Answers, askThenChange, type Question, type Steps } from '#platform/db/ask-together.ts';
import { insertInto, insertLike, insertRows } from '#platform/db/insert-rows.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { findTransition, type ListingReason, type ListingState, type ListingVerb, stateOf, storedState } from './listing.process.ts';
import { type ListingRow, listing, listingHistory } from './listing.tables.ts';
import { appendBegun, appendChange, appendEnded, enqueueExpiry, type ListingFacts, wrongState } from './listing.write.server.ts';
import { tellMove } from './tell-member.server.ts';

/**
 * The only file that writes a listing's status; `npm run check` looks for others. Every move is an edge of `listing.process.ts`, and leaves one row of
 * history in the transaction that makes it.
 */

/** Who moves it: a member or an operator by id, or the market itself, for an order where there is one. */
export type Mover =
  | { by: 'seller' | 'operator'; actorId: string }
  | { by: 'orders'; orderId?: string | undefined }
  | { by: 'timer' | 'tier' | 'suspension' | 'standing' };

export interface Move {
  verb: ListingVerb;
  mover: Mover;
  /** Where several edges start alike. */
  to?: ListingState;
  /** Where the edge knows several reasons; its first one otherwise. */
  why?: ListingReason;
  /** An operator's words to the seller. */
  note?: string;
}

/**
 * Moves a listing whose row the caller has locked and read since, with its history, its event and the timers of the new state; `facts` are written
 * with it. Gives the row as it is now. Refuses a move that the process does not have (409 `wrong_state`).
 */
export async function moveListing(tx: Tx, row: ListingRow, move: Move, now: Date, facts: ListingFacts = {}): Promise<ListingRow> {
  const from = stateOf(row);
  const edge = findTransition(move.verb, move.mover.by, from, move.to);
  if (!edge) throw wrongState(row, move.verb);
  const why = move.why ?? edge.why[0];
  if (!edge.why.includes(why)) throw new RangeError(`${move.verb} by ${move.mover.by} knows no reason ${why}`);
  const [moved] = await tx.db
    .update(listing)
    .set({ ...facts, ...storedState(edge.to), version: sql`${listing.version} + 1`, updatedAt: now })
    .where(and(eq(listing.id, row.id), stillIs(row)))
    .returning();
  if (!moved) throw new RangeError(`listing ${row.id} was moved without its lock`);
  await tx.db.insert(listingHistory).values({
    listingId: row.id,
    verb: move.verb,
    fromState: from,
    toState: edge.to,
    ...columnsOf(move.mover),
    why,
    note: move.note ?? null,
    at: now,
  });
  appendChange(tx, moved, edge.tells);
  if (edge.to === 'expired') appendEnded(tx, moved);
  await tellMove(tx, moved, edge.to, move.note, now);
  // A reserved one has kept its timers.
  if (edge.to === 'active' && from !== 'reserved' && moved.expiresAt) enqueueExpiry(tx, moved.id, moved.expiresAt, now);
  return moved;
}

function stillIs({ status, pausedBy }: ListingRow): SQL | undefined {
  return and(eq(listing.status, status), pausedBy === null ? isNull(listing.pausedBy) : eq(listing.pausedBy, pausedBy));
}

function columnsOf(mover: Mover) {
  return {
    by: mover.by,
    actorId: 'actorId' in mover ? mover.actorId : null,
    orderId: 'orderId' in mover ? (mover.orderId ?? null) : null,
  };
}

type NewRow = typeof listing.$inferInsert & { expiresAt: Date | null; cardId: string | null };

type Begun = Omit<NewRow, 'status' | 'pausedBy'>;

/** A listing begins, as a draft or live at once: its row comes with the write's last statement. */
export function beginListing(tx: Tx, row: Begun, to: 'draft' | 'active', now: Date): void {
  const whole = { ...row, ...storedState(to) };
  tx.insertLast(insertLike(listing, whole), whole);
  tx.insertLast(moments, firstMoment({ ...row, to }, now));
  appendChange(tx, { ...row, ...storedState(to), version: 1 }, beginning(to).tells);
  if (row.expiresAt) enqueueExpiry(tx, row.id, row.expiresAt, now);
}

/** One statement takes so many: making the text of more would hold the process. */
const storedAtOnce = 125;

/** Many of one seller, by one statement for the listings and one for their history, told as one. */
export async function beginListings(tx: Tx, sellerId: string, rows: readonly (Begun & { to: 'draft' | 'active' })[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += storedAtOnce) await storeBegun(tx, rows.slice(from, from + storedAtOnce), now);
  appendBegun(tx, sellerId, rows, now);
}

async function storeBegun(tx: Tx, rows: readonly (Begun & { to: 'draft' | 'active' })[], now: Date): Promise<void> {
  await insertRows(
    tx.db,
    listing,
    rows.map(({ to, ...row }) => ({ ...row, ...storedState(to) })),
  );
  // Not with what the write leaves behind: that is one text, and this would be most of it.
  await insertRows(
    tx.db,
    listingHistory,
    rows.map((row) => firstMoment(row, now)),
  );
}

function firstMoment({ id, sellerId, to }: Pick<Begun, 'id' | 'sellerId'> & { to: 'draft' | 'active' }, at: Date) {
  const moment = {
    listingId: id,
    verb: 'create' as const,
    fromState: null,
    toState: to,
    by: 'seller' as const,
    actorId: sellerId,
    orderId: null,
    at,
  };
  return { ...moment, why: beginning(to).why[0] };
}

const moments = insertInto(listingHistory);

function beginning(to: 'draft' | 'active') {
  const edge = findTransition('create', 'seller', null, to);
  if (!edge) throw new RangeError(`a listing does not begin as ${to}`);
  return edge;
}

export type HeldRow = Pick<
  ListingRow,
  | ('id' | 'sellerId' | 'version' | 'status' | 'title' | 'cardId' | 'game' | 'setCode' | 'setName' | 'number' | 'name' | 'rarity' | 'condition')
  | (
      | 'finish'
      | 'language'
      | keyof CopyTraits
      | 'grading'
      | 'checklist'
      | 'description'
      | 'photos'
      | 'priceAmount'
      | 'currency'
      | 'acceptsOffers'
      | 'shipping'
      | 'photoHashes'
    )
>;

export interface HoldCopies {
  listingId: string;
  quantity: number;
  buyerId: string;
  orderId: string | null;
  /** Null: whatever it is now. */
  price: { amount: number; currency: string } | null;
  /** Null: any. */
  currency: string | null;
  /** The version whose facts the buyer agreed to. Null: whatever it says now. */
  version: number | null;
  now: Date;
}

const holding = findTransition('hold', 'orders', 'active');
if (!holding) throw new RangeError('the process knows no hold');

// One conditional update is the check and the act together: the row lock makes the next buyer look at what this one left. Taking the last free copy is the
// move, and writes its history in the same statement. Prepared and by hand, because every purchase passes here: building and planning it anew cost a
// tenth of a purchase. Its states are the edge's. `vacation` is only read: whoever is away sells nothing.
const holdSteps = (
  id: string,
  { quantity, buyer, now, price, currency, order, version }: Record<keyof ReturnType<typeof holdValues>, string>,
): Steps => [
  [
    'held',
    `update listing set quantity_held = quantity_held + ${quantity}::int, version = version + 1, updated_at = ${now}::timestamptz,
      status = case when quantity - quantity_held - quantity_sold = ${quantity}::int then '${holding.to}' else status end
    where id = ${id} and status = '${holding.from[0]}' and seller_id <> ${buyer} and expires_at > ${now}::timestamptz
      and quantity - quantity_held - quantity_sold >= ${quantity}::int
      and not exists (select 1 from vacation a where a.member_id = seller_id and a.ended_at is null and a.starts_at <= ${now}::timestamptz and a.ends_at > ${now}::timestamptz)
      and (${price}::bigint is null or price_amount = ${price}::bigint) and (${currency}::text is null or currency = ${currency}::text)
      and (${version}::bigint is null or ${version}::bigint between facts_version and version)
    returning id, seller_id as "sellerId", version, status, title, card_id as "cardId", game, set_code as "setCode", set_name as "setName", number, name,
      rarity, condition, finish, language, edition, signed, altered, misprint, grading, checklist, description, photos, price_amount as "priceAmount", currency, accepts_offers as "acceptsOffers", shipping,
      photo_hashes as "photoHashes"`,
  ],
  [
    'moved',
    `insert into listing_history (listing_id, verb, from_state, to_state, by, why, order_id, at)
    select id, '${holding.verb}', '${holding.from[0]}', '${holding.to}', '${holding.by}', '${holding.why[0]}', ${order}::text, ${now}::timestamptz
    from held where status = '${holding.to}'`,
  ],
];

function holdValues({ quantity, buyerId, orderId, price, currency, version, now }: HoldCopies) {
  return { quantity, buyer: buyerId, now, price: price?.amount ?? null, currency: price?.currency ?? currency, order: orderId, version };
}

/**
 * Takes copies out of sale where the listing is live, not the buyer's own, has that many free, and costs and says what is expected; null where not. `first` is answered, and what it keeps is kept,
 * before the listing is locked; nothing is taken where it answers nothing. What is asked `about` the listing is of the moment at which it was asked for. One statement, since every purchase passes here.
 */
export async function holdCopies<First, const Q extends readonly Question<unknown>[]>(
  tx: Tx,
  hold: HoldCopies,
  { name, first, about }: { name: string; first: Question<First>; about: Q },
): Promise<[first: First, held: readonly [row: HeldRow, ...answers: Answers<Q>] | null]> {
  const change = { id: hold.listingId, values: holdValues(hold), steps: holdSteps };
  const answer = await askThenChange<HeldRow, ReturnType<typeof holdValues>, First, Q>(tx.db, name, change, first, about);
  if (answer[1]) appendChange(tx, answer[1][0], 'held');
  return answer;
}
