import { holdStock, refuseBargain } from '#features/listings/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { formatMoney, money } from '#kernel/money.ts';
import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { offerRefusals } from './contract.ts';
import { lapseJob } from './offer.jobs.ts';
import { lockOffer, moveOffer, refuseEnded } from './offer.move.server.ts';
import { offerPolicy } from './offer.policy.ts';
import type { OfferRow } from './offer.tables.ts';
import { offerTimes } from './offer.times.ts';
import { refuseSuspendedSeller } from './suspended-seller.server.ts';

/**
 * The side that an offer waits for takes it: one copy is reserved for its buyer at that price for a day. Of several accepted at the same moment as many win as
 * there are copies. Refuses: strangers (404), the side that made it (403), one that has ended (409 `offer_ended`), a listing that is sold, held or not for sale
 * (409 `not_available`), that says something else by now (409 `listing_changed`) or asks less than was offered (409 `price_below_offer`).
 */
export async function acceptOffer(platform: Platform, actor: Actor, offerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const { row, listing } = await lockOffer(tx, offerId);
    offerPolicy.check(actor, 'accept', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    await refuseBlocked(tx, row.buyerId, row.sellerId);
    const undone = 'Nothing was accepted: answer with a counter-offer, or decline.';
    const { price } = await refuseBargain(tx, listing, { buyerId: row.buyerId, seen: row.listingVersion, undone, now });
    await refuseSuspendedSeller(tx, row.sellerId);
    if (price.currency !== row.currency || price.amount < row.amount)
      throw conflict(
        offerRefusals.priceBelowOffer,
        `This listing asks ${formatMoney(price)} now, and ${formatMoney(money(row.amount, row.currency))} was offered: nobody pays more than the price. Decline the offer; it can be bought at its price.`,
        { price },
      );
    await reserveFor(tx, row, 'turn', now);
  });
}

/** Accepts a locked offer: takes the copy out of sale for its buyer, and sets the timer of the payment. Refuses where none is left (409). */
export async function reserveFor(tx: Tx, row: OfferRow, by: 'turn' | 'rule', now: Date): Promise<void> {
  const { listingId, buyerId } = row;
  const held = await holdStock(tx, { listingId, quantity: 1, buyerId, agreedPrice: money(row.amount, row.currency), now });
  const payBy = addMs(now, offerTimes.payMs);
  await moveOffer(tx, row, 'accept', by, now, { promise: 'open', payBy, held, byRule: by === 'rule' });
  tx.enqueue(lapseJob, { offerId: row.id }, { runAt: payBy, key: row.id });
}
