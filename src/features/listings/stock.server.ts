import { eq, sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { type Money, money } from '#kernel/money.ts';
import { conflict, notAllowed, notFound } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type Grading, type ListingPhoto, listingRefusals, type ShippingOption } from './contract.ts';
import { availableQuantity } from './listing.rules.ts';
import { type ListingRow, listing } from './listing.tables.ts';
import { appendChange, appendEnded, lockListing, stateSentences, unknownListing } from './listing.write.server.ts';

export interface HoldInput {
  listingId: string;
  quantity: number;
  buyerId: string;
  /** The price of one that the buyer saw. Absent: whatever it is now. */
  expectedPrice?: Money | undefined;
  now: Date;
}

/** What was held, as it stood at that moment: enough for the order to keep as evidence. */
export interface HeldStock {
  listingId: string;
  sellerId: string;
  quantity: number;
  /** Of one. */
  price: Money;
  title: string;
  snapshot: ListingSnapshot;
  shipping: ShippingOption[];
  /** Whether this took the last copy, so that the listing is reserved now. */
  isReserved: boolean;
}

export interface ListingSnapshot {
  listingId: string;
  version: number;
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
  description: string | null;
  photos: ListingPhoto[];
  price: Money;
  acceptsOffers: boolean;
}

type HeldRow = Pick<
  ListingRow,
  | ('id' | 'sellerId' | 'version' | 'status' | 'title' | 'cardId' | 'game' | 'setCode' | 'setName' | 'number' | 'name' | 'rarity' | 'condition')
  | ('finish' | 'language' | 'grading' | 'description' | 'photos' | 'priceAmount' | 'currency' | 'acceptsOffers' | 'shipping')
>;

// One conditional update is the check and the act together: the row lock makes the next buyer look at what this one left.
// Prepared and by hand, because every purchase passes here: building and planning it anew cost a tenth of a purchase.
const holdText = `
  update listing set quantity_held = quantity_held + $2::int, version = version + 1, updated_at = $4::timestamptz,
    status = case when quantity - quantity_held - quantity_sold = $2::int then 'reserved' else 'active' end
  where id = $1 and status = 'active' and seller_id <> $3 and expires_at > $4::timestamptz and quantity - quantity_held - quantity_sold >= $2::int
    and ($5::bigint is null or (price_amount = $5::bigint and currency = $6::text))
  returning id, seller_id as "sellerId", version, status, title, card_id as "cardId", game, set_code as "setCode", set_name as "setName", number, name,
    rarity, condition, finish, language, grading, description, photos, price_amount as "priceAmount", currency, accepts_offers as "acceptsOffers", shipping`;

/**
 * Takes copies out of sale for a buyer, in the caller's transaction: of any number of buyers at the same moment at most `quantity` copies are given.
 * Refuses: unknown or a draft (404), one's own listing (403), not for sale or too few left (409 `not_available`), another price than expected (409 `price_changed`).
 */
export async function holdStock(tx: Tx, input: HoldInput): Promise<HeldStock> {
  const { listingId, quantity, buyerId, expectedPrice, now } = input;
  if (!isId(listingId)) throw notFound(unknownListing);
  const { rows } = await connectionOf(tx.db).query<HeldRow>({
    name: 'listings-hold',
    text: holdText,
    values: [listingId, quantity, buyerId, now, expectedPrice?.amount ?? null, expectedPrice?.currency ?? null],
  });
  const [row] = rows;
  if (!row) throw await whyNotHeld(tx, input);
  appendChange(tx, row, 'held');
  const price = money(row.priceAmount, row.currency);
  return {
    listingId: row.id,
    sellerId: row.sellerId,
    quantity,
    price,
    title: row.title,
    snapshot: snapshotOf(row),
    shipping: row.shipping,
    isReserved: row.status === 'reserved',
  };
}

/** Gives held copies back to the market (a hold that ended, an order that was cancelled). A listing whose time has run out meanwhile is expired then. */
export async function releaseStock(tx: Tx, input: { listingId: string; quantity: number; now: Date }): Promise<void> {
  const row = await lockListing(tx, input.listingId);
  if (row.quantityHeld < input.quantity) throw new RangeError(`listing ${row.id} holds ${row.quantityHeld}, not ${input.quantity}`);
  await moveStock(tx, row, { quantityHeld: row.quantityHeld - input.quantity, quantitySold: row.quantitySold }, input.now, 'released');
}

/** Turns held copies into sold ones. */
export async function sellStock(tx: Tx, input: { listingId: string; quantity: number; now: Date }): Promise<void> {
  const row = await lockListing(tx, input.listingId);
  if (row.quantityHeld < input.quantity) throw new RangeError(`listing ${row.id} holds ${row.quantityHeld}, not ${input.quantity}`);
  const stock = { quantityHeld: row.quantityHeld - input.quantity, quantitySold: row.quantitySold + input.quantity };
  await moveStock(tx, row, stock, input.now, 'sold');
}

async function moveStock(
  tx: Tx,
  row: ListingRow,
  stock: { quantityHeld: number; quantitySold: number },
  now: Date,
  change: 'released' | 'sold',
): Promise<void> {
  const status = statusAfter({ ...row, ...stock }, now);
  const [updated] = await tx.db
    .update(listing)
    .set({ ...stock, status, pausedBy: status === 'paused' ? row.pausedBy : null, version: sql`${listing.version} + 1`, updatedAt: now })
    .where(eq(listing.id, row.id))
    .returning();
  if (!updated) return;
  appendChange(tx, updated, change);
  if (updated.status === 'expired' && row.status !== 'expired') appendEnded(tx, updated);
}

/** A listing that its seller paused or took down stays so whatever happens to its held copies. */
function statusAfter(row: ListingRow, now: Date): ListingRow['status'] {
  if (row.quantitySold === row.quantity) return row.status === 'removed' ? 'removed' : 'sold';
  if (row.status !== 'active' && row.status !== 'reserved' && row.status !== 'sold') return row.status;
  if (availableQuantity(row) === 0) return 'reserved';
  return row.expiresAt && row.expiresAt > now ? 'active' : 'expired';
}

async function whyNotHeld(tx: Tx, { listingId, quantity, buyerId, expectedPrice, now }: HoldInput): Promise<Error> {
  const [row] = await tx.db.select().from(listing).where(eq(listing.id, listingId));
  if (!row || row.status === 'draft') return notFound(unknownListing);
  if (row.sellerId === buyerId) return notAllowed("You can't buy your own listing.");
  const price = money(row.priceAmount, row.currency);
  const isPriceOther = expectedPrice && (expectedPrice.amount !== price.amount || expectedPrice.currency !== price.currency);
  const available = row.status === 'active' && row.expiresAt && row.expiresAt > now ? availableQuantity(row) : 0;
  if (available < quantity)
    return conflict(listingRefusals.notAvailable, notAvailableSentence(row, available), { listingStatus: row.status, available });
  if (isPriceOther) return conflict(listingRefusals.priceChanged, 'The seller has changed the price. Look at the new one before you buy.', { price });
  // It became available between the two statements; trying again would succeed, and saying so is honest.
  return conflict(listingRefusals.notAvailable, 'Somebody else was a moment faster. Try again.', { listingStatus: row.status, available });
}

function notAvailableSentence(row: ListingRow, available: number): string {
  if (available > 0) return `Only ${available} ${available === 1 ? 'copy is' : 'copies are'} left.`;
  if (row.status === 'active') return 'This listing has expired.';
  return row.status === 'reserved' ? 'Somebody else is buying this right now. If they do not pay, it is for sale again.' : stateSentences[row.status];
}

function snapshotOf(row: HeldRow): ListingSnapshot {
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
    grading: row.grading,
    description: row.description,
    photos: row.photos,
    price: money(row.priceAmount, row.currency),
    acceptsOffers: row.acceptsOffers,
  };
}
