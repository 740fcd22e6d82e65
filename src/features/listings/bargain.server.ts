import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/money.ts';
import { conflict, invalid, notFound, Refusal } from '#kernel/refusal.ts';
import { type Answers, askThenLock, type Question } from '#platform/db/ask-together.ts';
import { columnsAs } from '#platform/db/columns-as.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from './contract.ts';
import { fieldsInWords, guardedFacts } from './listing.facts.ts';
import { listingPolicy, unknownListing } from './listing.policy.ts';
import { availableQuantity } from './listing.rules.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { changesOf } from './listing-changes.server.ts';
import { refuseAway, refuseWhileAway } from './refuse-away.server.ts';
import { notAvailableSentence } from './stock.server.ts';

/** What of a listing bears on the price that two people agree on. */
export interface BargainListing {
  id: string;
  sellerId: string;
  title: string;
  version: number;
  price: Money;
  acceptsOffers: boolean;
  /** The least that its seller takes, told to nobody else; null where they set none. In the price's currency, like all amounts here. */
  floor: number | null;
  /** For how long its seller may let an offer wait. */
  windowHours: number;
  /** Amounts from which on, and below which, the seller's rule answers; told to nobody else. */
  autoAccept: number | null;
  autoDecline: number | null;
  row: ListingRow;
}

const lockText = `select ${columnsAs(listing)} from listing where id = $1 for update`;

/** The listing as it is now, locked until the transaction ends; null where there is none (any more). Locked before what is decided about it, as stock is. */
export async function lockForBargain(tx: Tx, listingId: string): Promise<BargainListing | null> {
  if (!isId(listingId)) return null;
  const { rows } = await connectionOf(tx.db).query<ListingRow>({ name: 'listings-lock', text: lockText, values: [listingId] });
  return rows[0] ? bargainOf(rows[0]) : null;
}

const lockAfter = (id: string, after: string) => `select ${columnsAs(listing)} from listing where id = ${id} and ${after} is not null for update`;

/** The same in one statement with questions, the first of which keeps what everybody locks before a listing: it is locked after that, and not at all where that answers nothing. */
export async function askThenLockForBargain<const Q extends readonly Question<unknown>[]>(
  tx: Tx,
  name: string,
  listingId: string,
  ...questions: Q
): Promise<[found: BargainListing | null, ...answers: Answers<Q>]> {
  const id = isId(listingId) ? listingId : '';
  const [row, ...answers] = await askThenLock<ListingRow, Q>(tx.db, name, { text: lockAfter, id }, ...questions);
  return [row && bargainOf(row), ...answers];
}

/** The same for whoever only looks. */
export async function findForBargain(db: Db, listingId: string): Promise<BargainListing | null> {
  if (!isId(listingId)) return null;
  const [row] = await db.select().from(listing).where(eq(listing.id, listingId));
  return row ? bargainOf(row) : null;
}

function bargainOf(row: ListingRow): BargainListing {
  return {
    id: row.id,
    sellerId: row.sellerId,
    title: row.title,
    version: row.version,
    price: money(row.priceAmount, row.currency),
    acceptsOffers: row.acceptsOffers,
    floor: row.offerFloorAmount,
    windowHours: row.offerWindowHours,
    autoAccept: row.autoAcceptAmount,
    autoDecline: row.autoDeclineAmount,
    row,
  };
}

export interface Bargain {
  buyerId: string;
  quantity?: number;
  seen: number | undefined;
  undone: string;
  now: Date;
  away?: { endsAt: Date } | null;
}

/**
 * Throws why nobody can bargain for it with this buyer: unknown or a draft (404), their own (403), not for sale now (409 `not_available`), a seller on vacation (409 `seller_away`), a version that it has
 * not reached (422), or something else than the buyer saw (409 `listing_changed`); that one ends in `undone`: what was not done, as a sentence. `away`: the
 * seller's vacation that is under way, where the caller has asked under the lock.
 */
export async function refuseBargain(
  tx: Tx,
  found: BargainListing | null,
  { buyerId, quantity = 1, seen, undone, now, away }: Bargain,
): Promise<BargainListing> {
  if (!found) throw notFound(unknownListing);
  const { row, price } = found;
  listingPolicy.check({ id: buyerId, role: 'member' }, 'bargain', row);
  if (seen !== undefined && seen > row.version)
    throw invalid({ listingVersion: `The listing has no version ${seen}; it is in version ${row.version} now. Read it again.` });
  await refuseOffSale(tx, found, now, quantity, away);
  if (seen === undefined || seen >= row.factsVersion) return found;
  const changes = await changesOf(tx.db, row.id, seen, guardedFacts(row));
  if (changes.length === 0) return found;
  const fields = changes.map(({ field }) => field);
  throw new Refusal(409, listingRefusals.listingChanged, `The seller has changed ${fieldsInWords(fields)} since. ${undone}`, {
    errors: Object.fromEntries(changes.map(({ field, sentence }) => [field, sentence])),
    details: { fields, version: row.version, price },
  });
}

/** Throws why nobody can buy so many now (409 `not_available`, or `seller_away` while its seller is on vacation). */
export async function refuseOffSale(tx: Tx, { row }: BargainListing, now: Date, quantity = 1, away?: Bargain['away']): Promise<void> {
  const available = row.status === 'active' && row.expiresAt && row.expiresAt > now ? availableQuantity(row) : 0;
  if (available < quantity)
    throw conflict(listingRefusals.notAvailable, notAvailableSentence(row, available), { listingStatus: row.status, available });
  if (away === undefined) await refuseAway(tx, row.sellerId, now);
  else refuseWhileAway(away);
}
