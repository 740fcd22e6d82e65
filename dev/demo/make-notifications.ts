import { notifyEnding, watchFavourite } from '#features/alerts/favorites/watch-favourite.server.ts';
import { matchNew } from '#features/alerts/match/match-new.server.ts';
import { notifyAlerts } from '#features/alerts/notify/notify-alerts.server.ts';
import type { Listing } from '#features/listings/contract.ts';
import { addFavorite, getListing, pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { editListing } from '#features/listings/lifecycle/edit-listing.server.ts';
import { convergePurchase } from '#features/orders/checkout/converge-purchase.server.ts';
import { tickOrder } from '#features/orders/fulfil/tick-order.server.ts';
import { placeOrder } from '#features/orders/index.server.ts';
import { orderTimes } from '#features/orders/model/order.times.ts';
import { matchListing } from '#features/wanted/match/match-wants.server.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { buyerOf } from './addresses.ts';
import { before, type Chapter, type Demo, type MadeListing, memberOf } from './chapter.ts';
import { collectorWaitsMs } from './make-alerts.ts';
import { actorOf, type Simulator } from './simulator.ts';

const collector = 'collector@example.test';
const buyer = 'seller@example.test';

/** So many of the newest copies are looked at: enough that each sort of alert finds one. */
const newest = 80;

/**
 * Notifications of the collector: each change of a favourite, and matches of searches,
 * lists, sellers and wanted posts.
 */
export const notifiedChapter: Chapter = {
  name: 'alerts',
  async make(demo) {
    const [simulator] = demo.simulators;
    if (!simulator) return;
    await favouritesChange(demo, simulator);
    const since = before(demo, collectorWaitsMs);
    for (const { id, publishedAt } of demo.listings.filter((listing) => listing.publishedAt > since).slice(-newest)) {
      simulator.moveTo(new Date(publishedAt.getTime() + 1_000));
      await matchNew(simulator.platform, [id]);
      await matchListing(simulator.platform, id);
    }
    simulator.moveTo(demo.now);
    await notifyAlerts(simulator.platform, memberOf(demo, collector).id);
  },
};

/** One favourite becomes cheaper, one comes back, one is sold and one ends soon. */
async function favouritesChange(demo: Demo, simulator: Simulator): Promise<void> {
  const { platform } = simulator;
  const member = memberOf(demo, collector);
  const of = (sellerEmail: string) => sellerEmail !== collector && sellerEmail !== buyer;
  // A copy that takes offers may have a pending one.
  const settled = demo.listings.filter(({ publishedAt, sellerEmail, takesOffers }) => {
    return publishedAt < before(demo, 3 * dayMs) && of(sellerEmail) && !takesOffers;
  });
  const [back, ...others] = settled;
  // One sale sells it out, and it has no pending offer.
  const [sold, cheaper] = await firstTwo(
    simulator,
    others,
    ({ quantity, acceptsOffers }) => quantity === 1 && !acceptsOffers,
  );
  const ending = demo.listings.find(
    ({ id, sellerEmail }) => of(sellerEmail) && ![cheaper?.id, back?.id, sold?.id].includes(id),
  );
  if (!cheaper || !back || !sold || !ending) throw new RangeError('the demo has too little for sale for its alerts');
  const watched = [cheaper, back, sold, ending];
  simulator.moveTo(before(demo, 2 * dayMs));
  for (const { id } of watched) {
    await addFavorite(platform, actorOf(member.id), id);
    await watchFavourite(platform, id);
  }
  simulator.moveTo(before(demo, dayMs));
  await pauseListing(platform, actorOf(back.sellerId), back.id);
  await watchFavourite(platform, back.id);
  simulator.moveTo(before(demo, 3 * hourMs));
  await resumeListing(platform, actorOf(back.sellerId), back.id);
  const { price, expiresAt } = await getListing(platform, cheaper.id, cheaper.sellerId);
  await editListing(platform, actorOf(cheaper.sellerId), cheaper.id, {
    price: { ...price, amount: Math.max(1, Math.floor(price.amount * 0.8)) },
  });
  const { order, purchaseId, checkoutUrl } = await placeOrder(platform, actorOf(memberOf(demo, buyer).id), {
    listingId: sold.id,
    quantity: 1,
  });
  await simulator.pay(checkoutUrl, buyerOf(memberOf(demo, buyer)));
  await convergePurchase(platform, purchaseId);
  simulator.moveTo(new Date(simulator.now().getTime() + orderTimes.handOverMs + 1_000));
  await tickOrder(platform, order.id, 'paid');
  for (const { id } of watched) await watchFavourite(platform, id);
  const end = (await getListing(platform, ending.id, ending.sellerId)).expiresAt ?? expiresAt;
  if (end) await notifyEnding(platform, { listingId: ending.id, expiresAt: end });
}

async function firstTwo(
  { platform }: Simulator,
  listings: readonly MadeListing[],
  fits: (listing: Listing) => boolean,
): Promise<MadeListing[]> {
  const found: MadeListing[] = [];
  for (const one of listings)
    if (found.length < 2 && fits(await getListing(platform, one.id, one.sellerId))) found.push(one);
  return found;
}
