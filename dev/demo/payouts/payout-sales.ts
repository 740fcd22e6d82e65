import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { DemoMember } from '../members.ts';
import { type PlannedSale, planOrder } from '../sales.ts';
import { seeded, seedOf } from '../seeded.ts';
import { cardsFor, type DemoCard, type PlannedListing, planListing } from '../stock.ts';

interface PayoutSale {
  buyerEmail: string;
  /** About so much, in minor units. */
  price: number;
  /** Before the present of the demo market. */
  agoMs: number;
  deliveredAgoMs: number;
}

/**
 * Sales of the shop that put its money into every state. A hold ends with the delivery for a shop with many orders, and
 * three days later for one with few: either way one of the last sales was sent to the shop's account yesterday.
 */
export const payoutSales = {
  monthBefore: { buyerEmail: 'collector@example.test', price: 4_400, agoMs: 66 * dayMs, deliveredAgoMs: 62 * dayMs },
  lastMonth: { buyerEmail: 'seller@example.test', price: 5_200, agoMs: 48 * dayMs, deliveredAgoMs: 44 * dayMs },
  /** Returned and refunded after its money had arrived at the shop's bank. */
  returned: { buyerEmail: 'collector@example.test', price: 4_200, agoMs: 27 * dayMs, deliveredAgoMs: 24 * dayMs },
  sentLate: { buyerEmail: 'seller@example.test', price: 11_000, agoMs: 9 * dayMs, deliveredAgoMs: 4.6 * dayMs },
  /** The buyer withdraws before the money is sent. */
  withdrawn: { buyerEmail: 'collector@example.test', price: 3_900, agoMs: 8.5 * dayMs, deliveredAgoMs: 4.6 * dayMs },
  sentSoon: { buyerEmail: 'seller@example.test', price: 6_400, agoMs: 5 * dayMs, deliveredAgoMs: 1.5 * dayMs },
} as const satisfies Record<string, PayoutSale>;

/** Pure, as the other plans. */
export function planPayoutSales(cards: readonly DemoCard[], members: readonly DemoMember[]): PlannedSale[] {
  const byGame = Map.groupBy(cards, (card) => card.game);
  const of = (email: string) => members.find((member) => member.email === email);
  const shop = of('shop@example.test');
  return Object.entries<PayoutSale>(payoutSales).flatMap(([name, { buyerEmail, price, agoMs, deliveredAgoMs }]) => {
    const buyer = of(buyerEmail);
    if (!shop || !buyer) return [];
    const [payAfterMs, handOverAfterMs, shipAfterMs] = [3 * minuteMs, hourMs, 20 * hourMs];
    const deliverAfterMs = agoMs - deliveredAgoMs - payAfterMs - handOverAfterMs - shipAfterMs;
    const order = planOrder(seeded(seedOf(`payout ${name}`)), buyer, agoMs, 'usual');
    const listing = planNear(price, name, shop, byGame, agoMs + 15 * hourMs);
    const { quantity } = listing;
    return [{ listing, orders: [{ ...order, quantity, payAfterMs, handOverAfterMs, shipAfterMs, deliverAfterMs }] }];
  });
}

const tries = 60;

/** The one of many plans whose price is the nearest, with more copies where it is far below. */
function planNear(
  price: number,
  name: string,
  shop: DemoMember,
  byGame: Map<string, DemoCard[]>,
  publishedAgoMs: number,
): PlannedListing {
  const plans = Array.from({ length: tries }, (_, n) => {
    const random = seeded(seedOf(`payout ${name} ${n}`));
    const cards = cardsFor(random, shop, byGame);
    const card = cards[Math.floor(random() * cards.length)];
    if (!card) throw new RangeError('the demo has no cards');
    const plan = planListing(random, shop, card, publishedAgoMs);
    return { ...plan, quantity: plan.grading ? 1 : Math.max(1, Math.round(price / plan.price.amount)) };
  });
  const away = ({ price: { amount } }: PlannedListing) => Math.abs(amount - price);
  return plans.reduce((nearest, plan) => (away(plan) < away(nearest) ? plan : nearest));
}
