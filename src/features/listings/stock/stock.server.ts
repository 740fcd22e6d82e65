import { type CopyTraits, traitsOf } from '#features/catalogue/words.ts';
import { isId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/numbers/money.ts';
import { conflict, notFound, Refusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Checklist } from '../checklist.ts';
import { type Grading, type ListingPhoto, listingRefusals, type ShippingOption } from '../contract.ts';
import { moveListing } from '../lifecycle/listing.move.server.ts';
import { hasSlot } from '../lifecycle/listing-slots.server.ts';
import { fieldsInWords } from '../model/listing.facts.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { availableQuantity, listingLimits, stateForSale } from '../model/listing.rules.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { appendChange, lockListing, updateListing } from '../read/listing.write.server.ts';
import type { ChangedFact } from './listing-changes.server.ts';
import { refuseAway, type Vacations } from './refuse-vacation.server.ts';
import { changesSince, refuseFutureVersion, refuseTooFew } from './sale-guards.server.ts';
import { refuseSalesBlock } from './sales-block.server.ts';

export interface HoldInput {
  listingId: string;
  quantity: number;
  buyerId: string;
  /** For which order, for the listing's history. */
  orderId?: string;
  /**
   * The version of the listing that the buyer saw: what a buyer relies on (`listing.facts.ts`) must be what it was
   * then. Absent: whatever it says now.
   */
  listingVersion?: number | undefined;
  /** The price of one that the buyer saw. Absent: whatever it is now. */
  expectedPrice?: Money | undefined;
  /**
   * The agreed price of one copy: the order uses it whatever the listing's price becomes. In the listing's currency,
   * from 0.01 to 1,000,000.00; `expectedPrice` is ignored then.
   */
  agreedPrice?: Money | undefined;
  /** Vacations of the sellers of all listings that are held together. Absent: that of the seller is read. */
  vacations?: Vacations | undefined;
  /** Those of these sellers whose sales are blocked. Absent: that of the seller is read. */
  salesBlocks?: ReadonlySet<string> | undefined;
  now: Date;
}

/** A snapshot of the held listing: the order's evidence. */
export interface HeldStock {
  listingId: string;
  sellerId: string;
  quantity: number;
  /** Of one copy: the agreed price where there is one. The snapshot has the listed price. */
  price: Money;
  title: string;
  snapshot: ListingSnapshot;
  shipping: ShippingOption[];
}

/** The traits are absent in older snapshots. */
export interface ListingSnapshot extends Partial<CopyTraits> {
  listingId: string;
  /** The listing with these copies held, with its facts of that moment. */
  version: number;
  /** The version that the buyer saw, with the same facts; null where they sent none, and absent in older snapshots. */
  seenVersion?: number | null;
  title: string;
  cardId: string | null;
  game: string;
  setCode: string | null;
  setName: string | null;
  number: string | null;
  name: string;
  rarity: string | null;
  condition: string;
  finish: string | null;
  language: string;
  grading: Grading | null;
  /** Absent before there was one. */
  checklist?: Checklist | null;
  description: string | null;
  photos: ListingPhoto[];
  /** SHA-256 of each photo's largest file, by its id; of the seller's photos. Absent in older snapshots. */
  photoHashes?: Record<string, string>;
  price: Money;
  acceptsOffers: boolean;
}

/**
 * Holds copies for a buyer, in the caller's transaction, under the lock of the listing's row: concurrent buyers
 * together get at most `quantity` copies. A caller that also locks the buyer (`lockMember`) does so before. Refuses:
 * unknown or a draft (404), one's own listing (403), a version that the listing has not reached (422), not for sale or
 * too few left (409 `not_available`), a seller on vacation (409 `seller_away`), or without payouts (409 `sales_blocked`), facts other than the buyer saw (409
 * `listing_changed`), another price than expected, or an agreed one in a former currency of the listing (409
 * `price_changed`). An agreed price out of bounds is an error of the caller (RangeError).
 */
export async function holdStock(tx: Tx, input: HoldInput): Promise<HeldStock> {
  const { listingId, quantity, orderId, agreedPrice, now } = input;
  if (!isId(listingId)) throw notFound(unknownListing);
  if (agreedPrice) checkAgreed(agreedPrice);
  const row = await lockListing(tx, listingId);
  await refuseHold(tx, row, input);
  const stock = { quantityHeld: row.quantityHeld + quantity };
  if (availableQuantity(row) === quantity)
    return heldStock(await moveListing(tx, row, { verb: 'hold', mover: { by: 'orders', orderId } }, now, stock), input);
  const updated = await updateListing(tx, row, stock, now);
  appendChange(tx, updated, 'held');
  return heldStock(updated, input);
}

/** Throws what `holdStock` would refuse; holds nothing. The listing is locked until the transaction ends. */
export async function checkHold(tx: Tx, input: HoldInput): Promise<void> {
  if (!isId(input.listingId)) throw notFound(unknownListing);
  await refuseHold(tx, await lockListing(tx, input.listingId), input);
}

/** Throws why these copies of a locked listing can't be held, in the order that `holdStock` states. */
async function refuseHold(
  tx: Tx,
  row: ListingRow,
  { quantity, buyerId, listingVersion, expectedPrice, agreedPrice, vacations, salesBlocks, now }: HoldInput,
): Promise<void> {
  listingPolicy.check({ id: buyerId, role: 'member' }, 'buy', row);
  refuseFutureVersion(row, listingVersion);
  refuseTooFew(row, quantity, now);
  await refuseAway(tx, row.sellerId, now, vacations);
  await refuseSalesBlock(tx, row.sellerId, salesBlocks);
  const price = money(row.priceAmount, row.currency);
  const changes = await changesSince(tx, row, listingVersion);
  if (changes.length > 0) throw changedRefusal(changes, row.version, price);
  const isPriceOther = agreedPrice
    ? agreedPrice.currency !== price.currency
    : expectedPrice && (expectedPrice.amount !== price.amount || expectedPrice.currency !== price.currency);
  if (isPriceOther)
    throw conflict(listingRefusals.priceChanged, 'The seller changed the price. Review it before you buy.', { price });
}

function heldStock(row: ListingRow, { quantity, agreedPrice, listingVersion }: HoldInput): HeldStock {
  return {
    listingId: row.id,
    sellerId: row.sellerId,
    quantity,
    price: agreedPrice ?? money(row.priceAmount, row.currency),
    title: row.title,
    snapshot: { ...snapshotOf(row), seenVersion: listingVersion ?? null },
    shipping: row.shipping,
  };
}

function checkAgreed({ amount }: Money): void {
  const { minPrice, maxPrice } = listingLimits;
  if (!Number.isSafeInteger(amount) || amount < minPrice || amount > maxPrice)
    throw new RangeError(`an agreed price is whole minor units from ${minPrice} to ${maxPrice}, not ${amount}`);
}

export interface StockMove {
  listingId: string;
  quantity: number;
  /** For which order, for the listing's history. */
  orderId?: string;
  now: Date;
}

/**
 * Releases held copies for sale (a hold that ended, an order that was cancelled). A listing whose time has run out
 * meanwhile expires; a paused one stays paused, and one beyond the limit of the seller's tier is paused.
 */
export async function releaseStock(tx: Tx, move: StockMove): Promise<void> {
  const row = await lockHeld(tx, move);
  const stock = { quantityHeld: row.quantityHeld - move.quantity };
  const to = await stateAfterRelease(tx, { ...row, ...stock }, move.now);
  if (row.status === 'reserved' && to !== 'reserved')
    await moveListing(
      tx,
      row,
      { verb: 'release', mover: { by: 'orders', orderId: move.orderId }, to },
      move.now,
      stock,
    );
  else appendChange(tx, await updateListing(tx, row, stock, move.now), 'released');
}

/**
 * The seller's lock is not needed: a reserved listing counts as live, so activating it adds none, and no other
 * transaction counts it twice. A listing that a downgrade left beyond the limit is paused here.
 */
async function stateAfterRelease(
  tx: Tx,
  row: ListingRow,
  now: Date,
): Promise<'active' | 'reserved' | 'expired' | 'paused_by_tier'> {
  const state = stateForSale(row, now);
  return state === 'active' && row.status === 'reserved' && !(await hasSlot(tx, row.sellerId, row.id))
    ? 'paused_by_tier'
    : state;
}

/** Marks held copies as sold; the last one sells the listing, also one that was paused while its buyer paid. */
export async function sellStock(tx: Tx, move: StockMove): Promise<void> {
  const row = await lockHeld(tx, move);
  const stock = { quantityHeld: row.quantityHeld - move.quantity, quantitySold: row.quantitySold + move.quantity };
  if (stock.quantitySold === row.quantity)
    await moveListing(tx, row, { verb: 'sell', mover: { by: 'orders', orderId: move.orderId } }, move.now, stock);
  else appendChange(tx, await updateListing(tx, row, stock, move.now), 'sold');
}

async function lockHeld(tx: Tx, { listingId, quantity }: StockMove): Promise<ListingRow> {
  const row = await lockListing(tx, listingId);
  if (row.quantityHeld < quantity) throw new RangeError(`listing ${row.id} holds ${row.quantityHeld}, not ${quantity}`);
  return row;
}

function changedRefusal(changes: readonly ChangedFact[], version: number, price: Money): Refusal {
  const fields = changes.map(({ field }) => field);
  const message = `The seller changed ${fieldsInWords(fields)}. Nothing was bought. Review the listing and try again.`;
  const errors = Object.fromEntries(changes.map(({ field, sentence }) => [field, sentence]));
  return new Refusal(409, listingRefusals.listingChanged, message, { errors, details: { fields, version, price } });
}

function snapshotOf(row: ListingRow): Omit<ListingSnapshot, 'seenVersion'> {
  return {
    listingId: row.id,
    version: row.version,
    title: row.title,
    cardId: row.cardId,
    game: row.game,
    setCode: row.setCode,
    setName: row.setName,
    number: row.number,
    name: row.name,
    rarity: row.rarity,
    condition: row.condition,
    finish: row.finish,
    language: row.language,
    ...traitsOf(row),
    grading: row.grading,
    checklist: row.checklist,
    description: row.description,
    photos: row.photos,
    photoHashes: row.photoHashes,
    price: money(row.priceAmount, row.currency),
    acceptsOffers: row.acceptsOffers,
  };
}
