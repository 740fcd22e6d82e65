import { eq } from 'drizzle-orm';
import { refuseBargain } from '#features/listings/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { CounterInput, DeclineInput } from './contract.ts';
import { amountOf, counted, insertOffer, refuseFourth } from './make-offer.server.ts';
import { appendChanged, lockOffer, moveOffer, refuseEnded } from './offer.move.server.ts';
import { offerPolicy, sideIn } from './offer.policy.ts';
import { otherSide } from './offer.process.ts';
import { amountProblem } from './offer.rules.ts';
import { offer } from './offer.tables.ts';
import { refuseSuspendedSeller } from './suspended-seller.server.ts';

/** The side that an offer waits for says no. Refuses strangers (404), the side that made it (403), one that has ended (409). */
export async function declineOffer(platform: Platform, actor: Actor, offerId: string, { reason }: DeclineInput): Promise<void> {
  await write(platform, async (tx) => {
    const { row } = await lockOffer(tx, offerId);
    offerPolicy.check(actor, 'decline', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    // A reason is words, which do not pass a block; the answer itself does.
    if (reason) await refuseBlocked(tx, row.buyerId, row.sellerId);
    await moveOffer(tx, row, 'decline', 'turn', now, { declineReason: reason ?? null });
  });
}

/** The side that made it takes it back; the attempt stays used up. Refuses strangers (404), the other side (403), one that has ended (409). */
export async function withdrawOffer(platform: Platform, actor: Actor, offerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const { row } = await lockOffer(tx, offerId);
    offerPolicy.check(actor, 'withdraw', row);
    const now = platform.clock.now();
    refuseEnded(row, now);
    await moveOffer(tx, row, 'withdraw', 'maker', now);
  });
}

/**
 * The side that an offer waits for answers with another amount: the offer ends, and its answer, whose id this gives, is an offer the other way with the whole
 * time to answer. A buyer's uses up an attempt. Refuses like making and accepting one; a seller may offer any amount up to the price.
 */
export async function counterOffer(platform: Platform, actor: Actor, offerId: string, input: CounterInput, address = ''): Promise<string> {
  return counted(platform, actor.id, address, () =>
    write(platform, async (tx) => {
      const { row, listing: found } = await lockOffer(tx, offerId);
      offerPolicy.check(actor, 'counter', row);
      const now = platform.clock.now();
      refuseEnded(row, now);
      const undone = 'Nothing was offered: look again.';
      const listing = await refuseBargain(tx, found, { buyerId: row.buyerId, seen: undefined, undone, now });
      await refuseSuspendedSeller(tx, row.sellerId);
      await refuseBlocked(tx, actor.id, actor.id === row.buyerId ? row.sellerId : row.buyerId);
      const madeBy = otherSide(row.madeBy);
      if (madeBy === 'buyer') await refuseFourth(tx, row.buyerId, row.listingId);
      const amount = amountOf(input.amount, listing);
      const problem = amountProblem(amount, madeBy === 'buyer' ? listing : { ...listing, floor: 1 });
      if (problem) throw invalid({ amount: problem });
      await moveOffer(tx, row, 'counter', 'turn', now);
      const made = { buyerId: row.buyerId, madeBy, amount, message: input.message ?? null, counterOf: row.id };
      return (await insertOffer(tx, listing, made, now)).id;
    }),
  );
}

/** Takes an offer off the list and out of the counter of the side that asks; the other side and the offer itself notice nothing. */
export async function clearOffer(platform: Platform, actor: Actor, offerId: string): Promise<void> {
  await write(platform, async (tx) => {
    const { row } = await lockOffer(tx, offerId);
    offerPolicy.check(actor, 'clear', row);
    const mark = sideIn(row, actor.id) === 'buyer' ? { buyerCleared: true } : { sellerCleared: true };
    const [cleared] = await tx.db.update(offer).set(mark).where(eq(offer.id, row.id)).returning();
    if (cleared) appendChanged(tx, cleared);
  });
}
