import { findSalesBlocks, type HeldStock, holdStock, lockListings } from '#features/listings/index.server.ts';
import { findAway } from '#features/members/index.server.ts';
import { messageRefusals } from '#features/messages/contract.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import { claimAgreement, listingsOfOffers } from '#features/offers/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import type { Currency, Money } from '#kernel/numbers/money.ts';
import { conflict, isRefusal, notAllowed, type Refusal } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals, type RefusedLine } from '../contract.ts';
import type { Origin } from '../model/order.origin.server.ts';
import { findPauses, type Pause, refuseInPausedBrowser, refuseWhilePaused } from '../place/hold-pause.server.ts';

/** What is to be held: a line of copies, or an accepted offer with all of its copies. */
export type WantedLine =
  | {
      listingId: string;
      quantity: number;
      /** As the buyer saw them. */
      expectedPrice?: Money | undefined;
      listingVersion?: number | undefined;
    }
  | { offerId: string; quantity?: number | undefined };

export interface Reserving {
  buyerId: string;
  lines: readonly WantedLine[];
  /** Undefined: that of the only line. */
  currency: Currency | undefined;
  /** The only line throws its own refusal. */
  isOnly: boolean;
  from: Origin | undefined;
  network: string | null;
  now: Date;
}

/** What is held of one seller, for one order. */
export interface ReservedOrder {
  id: string;
  sellerId: string;
  held: [HeldStock, ...HeldStock[]];
  lines: WantedLine[];
  /** The end of the reservation, where all of it is of accepted offers. */
  reservedUntil: Date | null;
}

/** Thrown inside the transaction, which ends it: nothing is held. */
export class LinesRefused extends Error {
  readonly lines: readonly RefusedLine[];
  constructor(lines: readonly RefusedLine[]) {
    super(`${lines.length} lines are refused`);
    this.lines = lines;
  }
}

/**
 * Locks all listings, and holds the copies of every line for the buyer, grouped by seller. All lines are tried before
 * it throws `LinesRefused` with the reasons of those that can't be held.
 */
export async function reserveLines(platform: Platform, tx: Tx, wanted: Reserving): Promise<ReservedOrder[]> {
  const { lines, isOnly, now } = wanted;
  const sellerOf = isOnly ? () => undefined : await lockAll(tx, lines);
  // In the order of the lines, as they are read later.
  const keys = [...new Set(lines.map(sellerOf))];
  const ids = keys.map(() => newId(now.getTime())).sort();
  const known = await readOnce(
    tx,
    wanted,
    keys.flatMap((sellerId) => sellerId ?? []),
  );
  const reserved = new Map<string, ReservedOrder>();
  const refused: RefusedLine[] = [];
  for (const line of lines) {
    const id = ids[keys.indexOf(sellerOf(line))] ?? '';
    try {
      add(reserved, id, line, await reserveLine(platform, tx, { ...wanted, ...known }, line, id));
    } catch (error) {
      if (isOnly || !isRefusal(error)) throw error;
      refused.push(refusedLine(line, error));
    }
  }
  if (refused.length > 0) throw new LinesRefused(refused);
  return [...reserved.values()];
}

/** The seller of each line; its listings are locked in the order of their ids. */
async function lockAll(tx: Tx, lines: readonly WantedLine[]): Promise<(line: WantedLine) => string | undefined> {
  const offerIds = lines.flatMap((line) => ('offerId' in line ? [line.offerId] : []));
  const ofOffers = offerIds.length === 0 ? [] : await listingsOfOffers(tx.db, offerIds);
  const listingIds = lines.flatMap((line) => ('listingId' in line ? [line.listingId] : []));
  const sellers = await lockListings(tx, [...listingIds, ...ofOffers.map(({ listingId }) => listingId)]);
  const listingOf = new Map(ofOffers.map(({ offerId, listingId }) => [offerId, listingId]));
  return (line) => sellers.get('listingId' in line ? line.listingId : (listingOf.get(line.offerId) ?? ''));
}

/** What holds for all lines, or for all of a seller. */
interface Known {
  blocked: ReadonlySet<string>;
  pauses: readonly Pause[];
  /** Undefined where the sellers are not known yet: that of the only line. */
  vacations: Awaited<ReturnType<typeof findAway>> | undefined;
  salesBlocks: ReadonlySet<string> | undefined;
}

async function readOnce(
  tx: Tx,
  { buyerId, lines, network, now, isOnly }: Reserving,
  sellerIds: readonly string[],
): Promise<Known> {
  // Typed text is none; its line is refused as unknown.
  const listingIds = lines.flatMap((line) => ('listingId' in line && isId(line.listingId) ? [line.listingId] : []));
  return {
    blocked: await blockedWith(tx.db, buyerId),
    pauses: await findPauses(tx, { buyerId, network }, listingIds, now),
    vacations: isOnly ? undefined : await findAway(tx.db, sellerIds, now),
    salesBlocks: isOnly ? undefined : await findSalesBlocks(tx.db, sellerIds),
  };
}

interface Held {
  held: HeldStock[];
  /** The end of an accepted offer's reservation; null where the order itself holds the copies. */
  reservedUntil: Date | null;
}

async function reserveLine(
  platform: Platform,
  tx: Tx,
  { buyerId, currency, from, now, blocked, pauses, vacations, salesBlocks }: Reserving & Known,
  line: WantedLine,
  orderId: string,
): Promise<Held> {
  // An accepted offer reserves its copies already: pauses and blocks concern new holds.
  if ('offerId' in line) {
    const { held, payBy } = await claimAgreement(tx, { ...line, buyerId, orderId, now });
    for (const copies of held) refuseOtherCurrency(copies, currency);
    return { held, reservedUntil: payBy };
  }
  const { listingId } = line;
  if (from) await refuseInPausedBrowser(platform, tx, from, { buyerId, listingId });
  const held = await holdStock(tx, { ...line, buyerId, orderId, vacations, salesBlocks, now });
  refuseOtherCurrency(held, currency);
  if (blocked.has(held.sellerId))
    throw notAllowed('You and this seller can’t trade with each other. Nothing was bought.', messageRefusals.blocked);
  await refuseWhilePaused(tx, pauses, { buyerId, listingId }, now);
  return { held: [held], reservedUntil: null };
}

function refuseOtherCurrency({ price }: HeldStock, currency: Currency | undefined): void {
  if (currency !== undefined && price.currency !== currency)
    throw conflict(orderRefusals.otherCurrency, `This card is priced in ${price.currency}. Buy it on its own.`);
}

function add(reserved: Map<string, ReservedOrder>, id: string, line: WantedLine, { held, reservedUntil }: Held): void {
  const [first, ...others] = held;
  if (!first) throw new RangeError(`nothing is held for order ${id}`);
  const known = reserved.get(first.sellerId);
  if (!known) {
    reserved.set(first.sellerId, {
      id,
      sellerId: first.sellerId,
      held: [first, ...others],
      lines: [line],
      reservedUntil,
    });
    return;
  }
  known.held.push(...held);
  known.lines.push(line);
  known.reservedUntil = earliest(known.reservedUntil, reservedUntil);
}

/** Null where any of them is: copies of a line are held for the time to pay alone. */
export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return null;
  return a < b ? a : b;
}

export function refusedLine(line: WantedLine, { code, message, details }: Refusal): RefusedLine {
  const available = details?.available;
  return {
    ...('listingId' in line ? { listingId: line.listingId } : { offerId: line.offerId }),
    code,
    message,
    ...(typeof available === 'number' && { available }),
  };
}
