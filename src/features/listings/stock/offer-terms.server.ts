import { eq, sql } from 'drizzle-orm';
import { type ListedTable, listedTableSql } from '#features/shipping/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals, type ShippingOption } from '../contract.ts';
import { fieldsInWords } from '../model/listing.facts.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { type ListingRow, listing } from '../model/listing.tables.ts';
import { shippingOf } from '../shipping/listed-shipping.ts';
import { refuseUnshipped } from './refuse-unshipped.server.ts';
import { refuseAway } from './refuse-vacation.server.ts';
import { changesSince, refuseFutureVersion, refuseTooFew } from './sale-guards.server.ts';
import { refuseSalesBlock } from './sales-block.server.ts';

/** What of a listing bears on the price that two people agree on. */
export interface BargainListing {
  id: string;
  sellerId: string;
  title: string;
  version: number;
  price: Money;
  acceptsOffers: boolean;
  /**
   * The lowest amount that the seller accepts, visible to them only; null where they set none. In the price's currency,
   * like all amounts here.
   */
  floor: number | null;
  /** For how long its seller may let an offer wait. */
  windowHours: number;
  /** Thresholds of the seller's automatic answers, visible to the seller only. */
  autoAccept: number | null;
  autoDecline: number | null;
  /** By the seller's table, else of the listing itself. */
  shipping: ShippingOption[];
  table: ListedTable | null;
  row: ListingRow;
}

const columns = { row: listing, table: sql<ListedTable | null>`${sql.raw(listedTableSql('listing'))}` };

/**
 * The listing as it is now, locked until the transaction ends; null where there is none (any more). Locked before what
 * is decided about it, as stock is.
 */
export async function lockForBargain(tx: Tx, listingId: string): Promise<BargainListing | null> {
  if (!isId(listingId)) return null;
  const [found] = await tx.db.select(columns).from(listing).where(eq(listing.id, listingId)).for('update');
  return found ? bargainOf(found) : null;
}

/** The same for a viewer who is not buying. */
export async function findForBargain(db: Db, listingId: string): Promise<BargainListing | null> {
  if (!isId(listingId)) return null;
  const [found] = await db.select(columns).from(listing).where(eq(listing.id, listingId));
  return found ? bargainOf(found) : null;
}

function bargainOf({ row, table }: { row: ListingRow; table: ListedTable | null }): BargainListing {
  const price = money(row.priceAmount, row.currency);
  return {
    id: row.id,
    sellerId: row.sellerId,
    title: row.title,
    version: row.version,
    price,
    shipping: shippingOf({ shipping: row.shipping, price, isSlab: row.grading !== null }, table).shipping,
    table,
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
}

/**
 * Throws where this buyer cannot make an offer for a locked listing: unknown or a draft (404), their own (403), a
 * future version (422), not for sale now (409 `not_available`), a seller on vacation (409 `seller_away`), a seller who
 * doesn't ship it to the country of the buyer's default address (409 `no_shipping`), or changed since the buyer saw it (409 `listing_changed`); its message ends with `undone`, a sentence about what was not done.
 */
export async function refuseBargain(
  tx: Tx,
  found: BargainListing | null,
  { buyerId, quantity = 1, seen, undone, now }: Bargain,
): Promise<BargainListing> {
  if (!found) throw notFound(unknownListing);
  const { row, price } = found;
  listingPolicy.check({ id: buyerId, role: 'member' }, 'bargain', row);
  refuseFutureVersion(row, seen);
  await refuseOffSale(tx, found, now, quantity);
  await refuseUnshipped(tx, found, { buyerId, quantity, undone });
  const changes = await changesSince(tx, row, seen);
  if (changes.length === 0) return found;
  const fields = changes.map(({ field }) => field);
  throw new Refusal(409, listingRefusals.listingChanged, `The seller changed ${fieldsInWords(fields)}. ${undone}`, {
    errors: Object.fromEntries(changes.map(({ field, sentence }) => [field, sentence])),
    details: { fields, version: row.version, price },
  });
}

/**
 * Throws where so many copies cannot be bought now (409 `not_available`, `seller_away` while the seller is on
 * vacation, or `sales_blocked`).
 */
export async function refuseOffSale(tx: Tx, { row }: BargainListing, now: Date, quantity = 1): Promise<void> {
  refuseTooFew(row, quantity, now);
  await refuseAway(tx, row.sellerId, now);
  await refuseSalesBlock(tx, row.sellerId);
}
