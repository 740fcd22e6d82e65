import { inArray } from 'drizzle-orm';
import { requireUnlimited } from '#features/auth/index.server.ts';
import { explainSalesBlock, refuseBargain } from '#features/listings/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { networkOf } from '#platform/identity/network.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { CounterInput, DeclineInput } from '../contract.ts';
import { insertLines, type LineToPrice, pricedLines } from '../make/insert-lines.server.ts';
import { counted, refuseFourth } from '../make/make-offer.server.ts';
import { refuseToTrade } from '../make/suspended-seller.server.ts';
import { offerPolicy, sideIn } from '../model/offer.policy.ts';
import { type OfferSide, otherSide } from '../model/offer.process.ts';
import { isToWatchers } from '../model/offer.rules.ts';
import { offer } from '../model/offer.tables.ts';
import { aboutLine, lockLines, pickLines, rowOf, rowsOf } from '../queries/offer.lines.server.ts';
import { appendChanged, findPlace, type LockedOffer, moveLines, refuseEnded } from '../queries/offer.move.server.ts';
import { leaveOut } from './accept-offer.server.ts';

/**
 * Declines an offer for the side that it waits for; returns whether the other side is notified. Refuses third parties
 * (404), the side that made it (403), one that has ended (409).
 */
export async function declineOffer(
  platform: Platform,
  actor: Actor,
  offerId: string,
  { reason }: DeclineInput,
): Promise<boolean> {
  return write(platform, async (tx) => {
    const lines = await lockLines(tx, offerId);
    const row = rowOf(lines, offerId);
    offerPolicy.check(actor, 'decline', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    // A reason is words, which do not pass a block; the answer itself does.
    if (reason) await refuseBlocked(tx, row.buyerId, row.sellerId);
    await moveLines(tx, rowsOf(lines), 'decline', 'turn', now, () => ({ declineReason: reason ?? null }));
    tx.made(offerId);
    return !isToWatchers(row);
  });
}

/**
 * The side that made it takes it back; the attempt stays used up. Refuses strangers (404), the other side (403), one
 * that has ended (409).
 */
export async function withdrawOffer(platform: Platform, actor: Actor, offerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const lines = await lockLines(tx, offerId);
    const row = rowOf(lines, offerId);
    offerPolicy.check(actor, 'withdraw', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    await moveLines(tx, rowsOf(lines), 'withdraw', 'maker', now);
    tx.made(offerId);
  });
}

/**
 * The side that an offer waits for answers with another amount: the offer ends, and its answer, whose id this gives, is
 * an offer the other way with the whole time to answer. A buyer's uses up an attempt, and each listing that it is about
 * counts against the offers of an hour. Refuses like making and accepting one. Of an offer for several listings it may
 * be about some (`lines`): the rest is declined.
 */
export async function counterOffer(
  platform: Platform,
  actor: Actor,
  offerId: string,
  input: CounterInput,
  address = '',
): Promise<string> {
  const place = await findPlace(platform.db, offerId);
  const lines = new Set(input.lines).size || Math.max(1, place.waiting);
  const make = () =>
    write(platform, async (tx) => {
      const all = await lockLines(tx, offerId, place);
      const row = rowOf(all, offerId);
      offerPolicy.check(actor, 'counter', row);
      await requireUnlimited(platform, tx, actor.id, 'offer');
      const now = platform.clock.now();
      refuseEnded(row, now);
      await refuseToTrade(tx, row);
      const madeBy = otherSide(row.madeBy);
      const { picked, left } = pickLines(all, input.lines);
      const repriced: LineToPrice[] = [];
      for (const line of picked)
        repriced.push(await aboutLine(line.row.title, all.length > 1, () => renewed(tx, line, madeBy, now)));
      const priced = pricedLines(input.amount, repriced);
      await moveLines(tx, rowsOf(picked), 'counter', 'turn', now);
      await leaveOut(tx, left, now);
      const network = networkOf(platform, { address });
      const made = { buyerId: row.buyerId, madeBy, message: input.message ?? null, network };
      return (await insertLines(tx, priced, made, now)).id;
    });
  return counted(platform, actor.id, address, () => explainSalesBlock(actor.id, make), lines);
}

/**
 * A locked line as its answer is about it: an amount that a buyer names is an attempt, and a seller may offer any
 * amount up to the price.
 */
async function renewed(tx: Tx, { row, listing }: LockedOffer, madeBy: OfferSide, now: Date): Promise<LineToPrice> {
  const { buyerId, quantity } = row;
  const found = await refuseBargain(tx, listing, {
    buyerId,
    quantity,
    seen: undefined,
    undone: 'Couldn’t send your counteroffer. Check the listing and try again.',
    now,
  });
  if (madeBy === 'buyer') await refuseFourth(tx, buyerId, row.listingId);
  return { listing: found, quantity, counterOf: row.id, floor: madeBy === 'buyer' ? found.floor : 1 };
}

/**
 * Hides an offer from the list and the counter of the requesting side; the other side and the offer itself do not
 * change.
 */
export async function clearOffer(platform: Platform, actor: Actor, offerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const lines = await lockLines(tx, offerId);
    const row = rowOf(lines, offerId);
    offerPolicy.check(actor, 'clear', row);
    const mark = sideIn(row, actor.id) === 'buyer' ? { buyerCleared: true } : { sellerCleared: true };
    const ids = lines.map((line) => line.row.id);
    for (const cleared of await tx.db.update(offer).set(mark).where(inArray(offer.id, ids)).returning())
      appendChanged(tx, cleared);
  });
}
