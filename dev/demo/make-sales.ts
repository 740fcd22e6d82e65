import { getListing } from '#features/listings/index.server.ts';
import { expireListing } from '#features/listings/lifecycle/expire-listing.server.ts';
import { caseTimes } from '#features/orders/cases/case.process.ts';
import { tickCase } from '#features/orders/cases/tick-case.server.ts';
import { convergePurchase } from '#features/orders/checkout/converge-purchase.server.ts';
import { endPurchase } from '#features/orders/checkout/end-purchase.server.ts';
import { cancelOrder } from '#features/orders/fulfil/cancel-order.server.ts';
import { settleOrder } from '#features/orders/fulfil/deliver-order.server.ts';
import { tickOrder } from '#features/orders/fulfil/tick-order.server.ts';
import { deliverOrder, getOrderFor, placeOrder, shipOrder } from '#features/orders/index.server.ts';
import { orderTimes } from '#features/orders/model/order.times.ts';
import { disputeOrder } from '#features/orders/problems/dispute-order.server.ts';
import { requestDecision } from '#features/orders/problems/request-decision.server.ts';
import { readOrder } from '#features/orders/queries/read-order.server.ts';
import { refundOrder } from '#features/orders/refunds/refund-order.server.ts';
import { sendRefund } from '#features/orders/refunds/send-refund.server.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { buyerOf, countryOf } from './addresses.ts';
import { type Chapter, type Demo, type MadeMember, memberOf } from './chapter.ts';
import { showProblem } from './evidence.ts';
import { reviewEachOther } from './make-reviews.ts';
import { putUp } from './make-stock.ts';
import { demoMembers } from './members.ts';
import { planPayoutSales } from './payouts/payout-sales.ts';
import { parcelFrom } from './post.ts';
import { type PlannedOrder, type PlannedSale, planAlike, planSales, planShowcase } from './sales.ts';
import { pick, seeded, seedOf } from './seeded.ts';
import { actorOf, type Simulator, share } from './simulator.ts';
import { cancelReasons, disputeTexts, refundReasons } from './texts.ts';

/** A year of orders, and one in each state for the demo accounts. */
export const salesChapter: Chapter = {
  name: 'orders',
  async make(demo) {
    const { cards, scale, now } = demo;
    const sales = [
      ...planAlike(cards, demoMembers),
      ...planPayoutSales(cards, demoMembers),
      ...planSales(cards, demoMembers, scale.soldListings, now.getUTCMonth()),
    ];
    const showcase = planShowcase(cards, demoMembers);
    const work = (simulator: Simulator, sale: PlannedSale) => sell(demo, simulator, sale);
    // One after the other: a free member's listings of different weeks would otherwise be live at the same moment.
    await share(demo.simulators.slice(0, 1), showcase, work);
    await share(demo.simulators, sales, work, demo.progress);
  },
};

async function sell(demo: Demo, simulator: Simulator, { listing: plan, orders }: PlannedSale): Promise<void> {
  const listing = await putUp(demo, simulator, plan);
  const seller = memberOf(demo, plan.sellerEmail);
  for (const order of orders)
    await run(demo, simulator, {
      listingId: listing.id,
      cardId: plan.card.id,
      seller,
      buyer: memberOf(demo, order.buyerEmail),
      plan: order,
    });
  // A copy that came back from an order that failed waited for a buyer until its time was over.
  const { expiresAt } = await getListing(simulator.platform, listing.id, listing.sellerId);
  if (expiresAt === null || new Date(expiresAt) > demo.now) return;
  simulator.moveTo(new Date(expiresAt));
  await expireListing(simulator.platform, listing.id);
}

interface Run {
  listingId: string;
  cardId: string;
  seller: MadeMember;
  buyer: MadeMember;
  plan: PlannedOrder;
}

/** One order from the button to its end, or to where it stands today. */
async function run(
  demo: Demo,
  simulator: Simulator,
  { listingId, cardId, seller: sellerMember, buyer: buyerMember, plan }: Run,
): Promise<void> {
  const { platform } = simulator;
  const [seller, buyer] = [actorOf(sellerMember.id), actorOf(buyerMember.id)];
  const random = seeded(seedOf(`${plan.buyerEmail} ${plan.agoMs}`));
  let at = demo.now.getTime() - plan.agoMs;
  /** False when that lies after today: then the order stays as it is. */
  const later = (ms: number): boolean => {
    at += ms;
    if (at > demo.now.getTime()) return false;
    simulator.moveTo(new Date(at));
    return true;
  };
  later(0);
  const placed = await placeOrder(platform, buyer, { listingId, quantity: plan.quantity });
  const orderId = placed.order.id;
  const bothRead = async () => {
    // What is older than two days has been looked at; the newest still stands in the counters.
    if (demo.now.getTime() - at < 2 * dayMs) return;
    simulator.moveTo(new Date(Math.min(at + 6 * hourMs, demo.now.getTime())));
    await readOrder(platform, buyer, orderId);
    await readOrder(platform, seller, orderId);
  };

  if (plan.course === 'unpaid') return;
  if (plan.course === 'hold_ended') {
    if (later(orderTimes.holdMs + 5_000)) await endPurchase(platform, placed.purchaseId);
    return bothRead();
  }
  if (plan.course === 'canceled_unpaid') {
    if (later(8 * minuteMs)) await cancelOrder(platform, buyer, orderId, {});
    return bothRead();
  }

  if (!later(plan.payAfterMs)) return;
  await simulator.pay(placed.checkoutUrl, buyerOf(buyerMember));
  await convergePurchase(platform, placed.purchaseId);
  if (plan.course === 'canceled_by_seller') {
    if (!later(plan.shipAfterMs / 2)) return;
    await cancelOrder(platform, seller, orderId, { reason: pick(random, cancelReasons) });
    await sendRefunds(simulator, orderId);
    return bothRead();
  }
  if (!later(plan.handOverAfterMs)) return;
  await readOrder(platform, seller, orderId);
  await tickOrder(platform, orderId, 'paid');
  if (!later(plan.shipAfterMs)) return;
  await shipOrder(platform, seller, orderId, parcelFrom(countryOf(sellerMember), random));
  if (plan.course === 'disputed') {
    const { order } = await getOrderFor(platform.db, buyer.id, orderId);
    if (!later((order.reportMissingFrom?.getTime() ?? at) - at + hourMs)) return;
    await disputeOrder(platform, buyer, orderId, { reason: 'not_received', text: disputeTexts.not_received });
    // Before the buyer is refunded by the clock.
    if (later(orderTimes.decideAfterMs)) await requestDecision(platform, buyer, orderId);
    if (later(caseTimes.agreeWithinMs - orderTimes.decideAfterMs)) await endTalk(simulator, orderId);
    return;
  }
  if (!later(plan.deliverAfterMs)) return;
  await deliverOrder(platform, buyer, orderId);
  if (plan.course === 'refunded') {
    if (!later(20 * hourMs)) return;
    await refundOrder(platform, seller, orderId, { reason: pick(random, refundReasons) });
    await sendRefunds(simulator, orderId);
    return bothRead();
  }
  if (plan.course === 'faulty') {
    if (!later(10 * hourMs)) return;
    await disputeOrder(platform, buyer, orderId, { reason: 'not_as_described', text: disputeTexts.not_as_described });
    if (later(hourMs)) await showProblem(simulator, { id: orderId, buyerId: buyer.id, cardId });
    if (later(caseTimes.agreeWithinMs)) await endTalk(simulator, orderId);
    return;
  }
  if (plan.course === 'settled') {
    if (!later(10 * hourMs)) return;
    await disputeOrder(platform, buyer, orderId, { reason: 'not_as_described', text: disputeTexts.not_as_described });
    if (later(2 * dayMs)) await settleOrder(platform, buyer, orderId);
    return bothRead();
  }
  if (later(orderTimes.completeMs + 1_000)) {
    await tickOrder(platform, orderId, 'delivered');
    await reviewEachOther(simulator, { orderId, seller, buyer });
  }
  await bothRead();
}

/** The timer of a problem that the two sides don't settle, done at the simulator's time. */
async function endTalk({ platform }: Simulator, orderId: string): Promise<void> {
  const { rows } = await platform.pool.query<{ id: string; version: number }>(
    `select id, version::int from order_case where order_id = $1 and state = 'open'`,
    [orderId],
  );
  for (const { id, version } of rows) await tickCase(platform, id, version);
}

/** The job that carries money back, done at the simulator's time. */
export async function sendRefunds(simulator: Simulator, orderId: string): Promise<void> {
  const { rows } = await simulator.platform.pool.query<{ id: string }>(
    `select id from refund where order_id = $1 and state = 'asked'`,
    [orderId],
  );
  for (const { id } of rows) await sendRefund(simulator.platform, id);
}
