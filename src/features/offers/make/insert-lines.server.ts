import { and, eq, inArray } from 'drizzle-orm';
import type { BargainListing } from '#features/listings/index.server.ts';
import { postCard } from '#features/messages/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { formatMoney, type Money, money } from '#kernel/numbers/money.ts';
import { invalid } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { reserveFor } from '../answer/accept-offer.server.ts';
import { mayAcceptByRule } from '../answer/rule-lapses.server.ts';
import { emailsAfter } from '../emails/offer.emails.ts';
import { waitingEnd } from '../end/offer.clock.server.ts';
import { splitOver, splittableBelow } from '../model/basket.rules.ts';
import { expireJob } from '../model/offer.jobs.ts';
import type { OfferSide } from '../model/offer.process.ts';
import { amountProblem, isToWatchers, nameOf, offerLimits, ruleAnswer, sumOf } from '../model/offer.rules.ts';
import { type OfferRow, offer } from '../model/offer.tables.ts';
import { whyUnpayable } from '../model/payable.rules.ts';
import { appendChanged, appendUpdates, moveOffer } from '../queries/offer.move.server.ts';

export interface LineToPrice {
  /** Locked. */
  listing: BargainListing;
  quantity: number;
  /** The offer that this one answers. */
  counterOf: string | null;
  /** The least that its seller takes, as far as it binds who names the amount. */
  floor: number | null;
}

export interface NewLine extends LineToPrice {
  /** For one copy. */
  amount: number;
}

/**
 * One amount over what it is offered for, whole minor units being of the currency of the prices. Refuses another
 * currency, what is out of bounds for one of them, and what no card could pay with the post (422).
 */
export function pricedLines(amount: Money | number, lines: readonly LineToPrice[]): NewLine[] {
  const priced = sharedLines(amount, lines);
  refuseAmount(unpayableAsPriced(priced));
  return priced;
}

function unpayableAsPriced(lines: readonly NewLine[]): string | null {
  const [first, ...others] = lines.map(({ listing }) => listing);
  return first ? whyUnpayable(money(sumOf(lines), first.price.currency), [first, ...others]) : null;
}

function sharedLines(amount: Money | number, lines: readonly LineToPrice[]): NewLine[] {
  const [first] = lines;
  if (!first) throw new RangeError('an offer is for something');
  const { currency } = first.listing.price;
  if (lines.some(({ listing }) => listing.price.currency !== currency))
    throw invalid({
      lines: 'These listings have prices in different currencies. Make a separate offer for each currency.',
    });
  const total = typeof amount === 'number' ? money(amount, currency) : amount;
  if (lines.length === 1 && first.quantity === 1) {
    refuseAmount(amountProblem(total, { price: first.listing.price, floor: first.floor }));
    return [{ ...first, amount: total.amount }];
  }
  const listed = money(
    sumOf(lines.map(({ listing, quantity }) => ({ amount: listing.price.amount, quantity }))),
    currency,
  );
  if (total.currency !== currency)
    throw invalid({ amount: `Enter an amount in ${currency}, the currency of the listings.` });
  if (total.amount < 1) throw invalid({ amount: 'Enter an amount above 0.' });
  if (total.amount > listed.amount) throw invalid({ amount: `Enter at most ${formatMoney(listed)}, the total price.` });
  const priced = lines.map(({ listing, quantity }) => ({ amount: listing.price.amount, quantity }));
  const { shares, left } = splitOver(total.amount, priced);
  if (left > 0) {
    const near = splittableBelow(total.amount, priced);
    throw invalid({
      amount:
        near === null
          ? `${formatMoney(total)} can’t be divided evenly. Enter another amount or fewer copies.`
          : `${formatMoney(total)} can’t be divided evenly. Enter ${formatMoney(money(near, currency))} instead.`,
    });
  }
  return lines.map((line, n) => {
    const share = money(shares[n] ?? 0, currency);
    const problem = amountProblem(share, { price: line.listing.price, floor: line.floor });
    refuseAmount(problem && `The share of ${line.listing.title} is ${formatMoney(share)}. ${problem}`);
    return { ...line, amount: share.amount };
  });
}

function refuseAmount(problem: string | null): void {
  if (problem) throw invalid({ amount: problem });
}

interface Made {
  buyerId: string;
  madeBy: OfferSide;
  message: string | null;
  /** The client's network, as a keyed hash; null where it is unknown. */
  network?: string | null;
}

/**
 * Inserts an offer for locked listings, with its timer, and returns its first line; the seller's rules may answer a
 * buyer's offer for one copy in the same transaction. An offer for several is answered in person, since rules apply to
 * single copies.
 */
export async function insertLines(tx: Tx, lines: readonly NewLine[], made: Made, now: Date): Promise<OfferRow> {
  const [first] = lines;
  if (!first) throw new RangeError('an offer is for something');
  const { sellerId } = first.listing;
  const waitsMs = Math.min(...lines.map(({ listing }) => listing.windowHours)) * hourMs;
  const expiresAt = await waitingEnd(tx.db, sellerId, now, waitsMs);
  const basketId = lines.length > 1 ? newId(now.getTime()) : null;
  const rows = lines.map((line, place) => pendingRow(line, made, { basketId, place, expiresAt, waitsMs, now }));
  const [row] = rows;
  if (!row) throw new RangeError('an offer is for something');
  tx.made(row.id);
  const answer =
    made.madeBy === 'buyer' && lines.length === 1 && first.quantity === 1
      ? ruleAnswer(row.amount, first.listing)
      : null;
  await tx.db.insert(offer).values(rows);
  await postLines(tx, rows, row, now);
  if (answer === 'accept' && (await acceptsByRule(tx, row, made.network ?? null, now)))
    await reserveFor(tx, [row], 'rule', now);
  else if (answer === 'decline') await moveOffer(tx, row, 'decline', 'rule', now, { byRule: true });
  else {
    for (const each of rows) appendChanged(tx, each);
    await appendUpdates(
      tx,
      rows,
      row.counterOf === null ? emailsAfter('make', 'maker', isToWatchers(row)) : ['countered'],
    );
    for (const { id } of rows) tx.enqueue(expireJob, { offerId: id }, { runAt: expiresAt, key: id });
  }
  return row;
}

function pendingRow(
  { listing, amount, quantity, counterOf }: NewLine,
  { buyerId, madeBy, message }: Made,
  { now, ...facts }: Pick<OfferRow, 'basketId' | 'place' | 'expiresAt' | 'waitsMs'> & { now: Date },
): OfferRow {
  return {
    ...facts,
    id: newId(now.getTime()),
    listingId: listing.id,
    buyerId,
    sellerId: listing.sellerId,
    title: listing.title,
    amount,
    askedAmount: listing.price.amount,
    currency: listing.price.currency,
    message,
    madeBy,
    status: 'pending',
    counterOf,
    quantity,
    listingVersion: listing.version,
    byRule: false,
    declineReason: null,
    note: null,
    buyerCleared: false,
    sellerCleared: false,
    promise: null,
    payBy: null,
    held: null,
    orderId: null,
    network: null,
    isUnpaid: false,
    decidedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Its card is in the conversation about the listing; for several listings in the conversation about none. */
async function postLines(tx: Tx, rows: readonly OfferRow[], row: OfferRow, now: Date): Promise<void> {
  const [from, to] = row.madeBy === 'buyer' ? [row.buyerId, row.sellerId] : [row.sellerId, row.buyerId];
  const text = `Offered ${formatMoney(money(sumOf(rows), row.currency))} for ${nameOf(rows)}.`;
  const subject =
    row.basketId === null ? ({ kind: 'listing', id: row.listingId } as const) : ({ kind: 'member', id: '' } as const);
  // A card in the conversation would reveal to the seller who has saved the listing.
  if (isToWatchers(row)) return;
  await postCard(tx, { subject, from, to, kind: 'offer', id: row.id, text, now });
}

/**
 * Limits the copies that a buyer can reserve through rules alone: beyond so many that wait for their payment, or were
 * not paid, the seller answers in person.
 */
async function acceptsByRule(
  tx: Tx,
  { id, buyerId, listingId }: OfferRow,
  network: string | null,
  now: Date,
): Promise<boolean> {
  if ((await countReservations(tx, buyerId)) >= offerLimits.promisesByRule) return false;
  if (!(await mayAcceptByRule(tx, { buyerId, listingId, network }, now))) return false;
  await tx.db.update(offer).set({ network }).where(eq(offer.id, id));
  return true;
}

function countReservations(tx: Tx, buyerId: string): Promise<number> {
  return tx.db.$count(offer, and(eq(offer.buyerId, buyerId), inArray(offer.promise, ['open', 'claimed'])));
}
