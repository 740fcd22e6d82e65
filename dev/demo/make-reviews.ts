import { replyToReview, reviewsOfOrder, writeReview } from '#features/reviews/index.server.ts';
import { hourMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { pick, seeded, seedOf, weighted } from './seeded.ts';
import type { Simulator } from './simulator.ts';
import { reviewTexts } from './texts.ts';

interface Sides {
  orderId: string;
  seller: Actor;
  buyer: Actor;
}

/**
 * In three of five orders that went well both sides say so, within hours; few are less than happy, and the seller
 * answers them.
 */
export async function reviewEachOther(simulator: Simulator, { orderId, seller, buyer }: Sides): Promise<void> {
  const { platform } = simulator;
  const random = seeded(seedOf(`review ${orderId.slice(0, 8)} ${simulator.now().getTime()}`));
  if (random() > 0.6) return;
  const rating = weighted<keyof typeof reviewTexts.ofSellers>(random, [
    [5, 78],
    [4, 15],
    [3, 5],
    [2, 2],
  ]);
  const text = random() < 0.75 ? pick(random, reviewTexts.ofSellers[rating]) : null;
  await writeReview(platform, buyer, orderId, { rating, text });
  simulator.moveTo(new Date(simulator.now().getTime() + hourMs));
  await writeReview(platform, seller, orderId, {
    rating: 5,
    text: random() < 0.4 ? pick(random, reviewTexts.ofBuyers) : null,
  });
  if (rating > 3) return;
  const said = (await reviewsOfOrder(platform.db, seller.id, orderId)).find(({ memberId }) => memberId === seller.id);
  if (said) await replyToReview(platform, seller, said.id, pick(random, reviewTexts.replies));
}
