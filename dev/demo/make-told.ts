import { notifyEnding, watchFavourite } from '#features/alerts/favorites/watch-favourite.server.ts';
import { matchNew } from '#features/alerts/match/match-new.server.ts';
import { notifyAlerts } from '#features/alerts/notify/notify-alerts.server.ts';
import type { Listing } from '#features/listings/contract.ts';
import { addFavorite, getListing, pauseListing, resumeListing } from '#features/listings/index.server.ts';
import { editListing } from '#features/listings/lifecycle/edit-listing.server.ts';
import { convergeOrder } from '#features/orders/checkout/converge-order.server.ts';
import { tickOrder } from '#features/orders/fulfil/tick-order.server.ts';
import { placeOrder } from '#features/orders/index.server.ts';
import { orderTimes } from '#features/orders/model/order.times.ts';
import { matchListing } from '#features/wanted/match/match-wants.server.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { buyerOf } from './addresses.ts';
import { before, type Chapter, type Demo, type MadeListing, memberOf } from './chapter.ts';
import { actorOf, type Lane } from './lane.ts';
import { collectorWaitsMs } from './make-alerts.ts';

const collector = 'collector@example.test';
const buyer = 'seller@example.test';

/** So many of the newest copies are looked at: enough that each sort of alert finds one. */
const newest = 80;

/**
 * What the collector waited for and is told of: each thing that becomes of a favourite, and what came for searches,
 * lists, sellers and wanted posts.
 */
export const notifiedChapter: Chapter = {
  name: 'alerts',
  async make(demo) {
    const [lane] = demo.lanes;
    if (!lane) return;
    await favouritesChange(demo, lane);
    const since = before(demo, collectorWaitsMs);
    for (const { id, publishedAt } of demo.listings.filter((listing) => listing.publishedAt > since).slice(-newest)) {
      lane.moveTo(new Date(publishedAt.getTime() + 1_000));
      await matchNew(lane.platform, [id]);
      await matchListing(lane.platform, id);
    }
    lane.moveTo(demo.now);
    await notifyAlerts(lane.platform, memberOf(demo, collector).id);
  },
};

/** One favourite becomes cheaper, one comes back, one is sold and one ends soon. */
async function favouritesChange(demo: Demo, lane: Lane): Promise<void> {
  const { platform } = lane;
  const member = memberOf(demo, collector);
  const of = (sellerEmail: string) => sellerEmail !== collector && sellerEmail !== buyer;
  // Of a copy that takes offers somebody may be bargaining.
  const settled = demo.listings.filter(({ publishedAt, sellerEmail, takesOffers }) => {
    return publishedAt < before(demo, 3 * dayMs) && of(sellerEmail) && !takesOffers;
  });
  const [back, ...others] = settled;
  // One sale sells it out, and nobody has said for what less it may be had.
  const [sold, cheaper] = await firstTwo(
    lane,
    others,
    ({ quantity, acceptsOffers }) => quantity === 1 && !acceptsOffers,
  );
  const ending = demo.listings.find(
    ({ id, sellerEmail }) => of(sellerEmail) && ![cheaper?.id, back?.id, sold?.id].includes(id),
  );
  if (!cheaper || !back || !sold || !ending) throw new RangeError('the demo has too little for sale for its alerts');
  const watched = [cheaper, back, sold, ending];
  lane.moveTo(before(demo, 2 * dayMs));
  for (const { id } of watched) {
    await addFavorite(platform, actorOf(member.id), id);
    await watchFavourite(platform, id);
  }
  lane.moveTo(before(demo, dayMs));
  await pauseListing(platform, actorOf(back.sellerId), back.id);
  await watchFavourite(platform, back.id);
  lane.moveTo(before(demo, 3 * hourMs));
  await resumeListing(platform, actorOf(back.sellerId), back.id);
  const { price, expiresAt } = await getListing(platform, cheaper.id, cheaper.sellerId);
  await editListing(platform, actorOf(cheaper.sellerId), cheaper.id, {
    price: { ...price, amount: Math.max(1, Math.floor(price.amount * 0.8)) },
  });
  const { order, checkoutUrl } = await placeOrder(platform, actorOf(memberOf(demo, buyer).id), {
    listingId: sold.id,
    quantity: 1,
  });
  await lane.pay(checkoutUrl, buyerOf(memberOf(demo, buyer)));
  await convergeOrder(platform, order.id);
  lane.moveTo(new Date(lane.now().getTime() + orderTimes.handOverMs + 1_000));
  await tickOrder(platform, order.id, 'paid');
  for (const { id } of watched) await watchFavourite(platform, id);
  const end = (await getListing(platform, ending.id, ending.sellerId)).expiresAt ?? expiresAt;
  if (end) await notifyEnding(platform, { listingId: ending.id, expiresAt: end });
}

async function firstTwo(
  { platform }: Lane,
  listings: readonly MadeListing[],
  fits: (listing: Listing) => boolean,
): Promise<MadeListing[]> {
  const found: MadeListing[] = [];
  for (const one of listings)
    if (found.length < 2 && fits(await getListing(platform, one.id, one.sellerId))) found.push(one);
  return found;
}
