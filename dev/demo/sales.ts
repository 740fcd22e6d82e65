import { money } from '#kernel/numbers/money.ts';
import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import type { DemoMember } from './members.ts';
import { askingPrice } from './prices.ts';
import { pick, type Random, seeded, seedOf, shuffled, weighted } from './seeded.ts';
import { cardsFor, type DemoCard, type PlannedListing, planListing } from './stock.ts';

/**
 * How an order goes. `usual` is paid, sent, received and completed, as far as the time until today allows; each of the
 * others leaves that way at its own point.
 */
export type Course =
  | 'usual'
  | 'unpaid'
  | 'hold_ended'
  | 'canceled_unpaid'
  | 'canceled_by_seller'
  | 'refunded'
  | 'disputed'
  | 'faulty'
  | 'settled';

export interface PlannedOrder {
  buyerEmail: string;
  /** Before the present of the demo market. */
  agoMs: number;
  quantity: number;
  course: Course;
  payAfterMs: number;
  handOverAfterMs: number;
  shipAfterMs: number;
  deliverAfterMs: number;
}

export interface PlannedSale {
  listing: PlannedListing;
  orders: PlannedOrder[];
}

const courses: readonly (readonly [Course, number])[] = [
  ['usual', 88],
  ['hold_ended', 4],
  ['canceled_unpaid', 2],
  ['canceled_by_seller', 2],
  ['refunded', 2],
  ['settled', 2],
];

/**
 * A year of sales that grows, with a Christmas in it wherever that falls: day → how much is sold, beside other days.
 */
function busyness(agoDays: number, nowMonth: number): number {
  const month = (((nowMonth - Math.floor(agoDays / 30.4)) % 12) + 12) % 12;
  const season = [0.9, 0.85, 0.95, 0.9, 0.9, 0.85, 0.8, 0.9, 1, 1.1, 1.45, 1.6][month] ?? 1;
  return season * (1.25 - agoDays / 520);
}

/**
 * So many copies of one kind of a game's most popular card were sold in the last weeks: what a price is measured by there.
 */
const alikeSales = 7;

/**
 * Near mint copies of one popular card of each of these games, sold one after the other in the last four weeks by shops
 * that have it.
 */
export function planAlike(cards: readonly DemoCard[], members: readonly DemoMember[]): PlannedSale[] {
  const shops = members.filter((member) => member.tier === 'premium' && member.share > 0 && member.joinedDays > 60);
  const buyers = members.filter((member) => member.role !== 'admin' && member.joinedDays > 60);
  return (['magic', 'pokemon'] as const).flatMap((game) => {
    const card = cards.find((each) => each.game === game && each.popularity === 0);
    if (!card) return [];
    return Array.from({ length: alikeSales }, (_, n) => {
      const random = seeded(seedOf(`alike ${game} ${n}`));
      const seller = shops[n % shops.length] as DemoMember;
      const days = 2 + (n * 24) / alikeSales + random();
      const listing = planListing(random, seller, card, (days + 1 + random()) * dayMs);
      const price = money(askingPrice(card, { condition: 'near_mint', grade: null }, random), listing.price.currency);
      const copy = {
        condition: 'near_mint',
        grading: null,
        finish: card.finishes[0] ?? null,
        language: 'en',
        quantity: 1,
        price,
        offerFloor: null,
      } as const;
      const [buyer] = shuffled(
        random,
        buyers.filter((each) => each.email !== seller.email),
      );
      return {
        listing: { ...listing, ...copy },
        orders: buyer ? [planOrder(random, buyer, days * dayMs, 'usual')] : [],
      };
    });
  });
}

/** The listings that were sold in the past year and their orders. Pure: the same arguments give the same year. */
export function planSales(
  cards: readonly DemoCard[],
  members: readonly DemoMember[],
  soldListings: number,
  nowMonth: number,
): PlannedSale[] {
  const byGame = Map.groupBy(cards, (card) => card.game);
  const shops = members.filter((member) => member.tier === 'premium' && member.share > 0);
  const buyers = members.filter((member) => member.role !== 'admin');
  const weights = shops.map((shop) => [shop, shop.share] as const);
  const sales: PlannedSale[] = [];
  for (let n = 0; n < soldListings; n++) {
    const random = seeded(seedOf(`sale ${n}`));
    const seller = weighted(random, weights);
    const youngest = Math.min(seller.joinedDays - 8, 360);
    let soldDays = 0.4 + random() * (youngest - 0.4);
    for (let tries = 0; tries < 4 && random() > busyness(soldDays, nowMonth) / 2; tries++)
      soldDays = 0.4 + random() * (youngest - 0.4);
    sales.push(planSale(random, seller, byGame, soldDays, buyers));
  }
  return sales;
}

function planSale(
  random: Random,
  seller: DemoMember,
  byGame: Map<string, DemoCard[]>,
  soldDays: number,
  buyers: readonly DemoMember[],
): PlannedSale {
  const offered = cardsFor(random, seller, byGame);
  const popular = offered.filter((card) => card.popularity !== null);
  // A few cards sell again and again, so that their prices have a history.
  const [first] = [...popular].sort((a, b) => (a.popularity ?? 0) - (b.popularity ?? 0));
  const card = first && random() < 0.35 ? first : pick(random, popular.length > 0 ? popular : offered);
  // The last copy went on that day; the first of several up to three weeks before, all within the month that a shop's
  // listing lasts.
  const copies = random() < 0.72 ? 1 : 2 + Math.floor(random() * 3);
  const firstDays = Math.min(soldDays + (copies === 1 ? 0 : 2 + random() * 18), seller.joinedDays - 3);
  const listing = planListing(random, seller, card, (firstDays + 0.5 + random() * 2) * dayMs);
  const joined = buyers.filter((buyer) => buyer.email !== seller.email && buyer.joinedDays > firstDays + 1);
  const chosen = shuffled(random, joined).slice(0, copies);
  const orders = chosen.map((buyer, i) => {
    const days = chosen.length === 1 ? soldDays : firstDays - ((firstDays - soldDays) * i) / (chosen.length - 1);
    return planOrder(random, buyer, days * dayMs, weighted(random, courses));
  });
  // What comes back from an order that failed is for sale again: one copy more than was taken would outlive its time.
  return { listing: { ...listing, quantity: Math.max(1, orders.length), acceptsOffers: true }, orders };
}

export function planOrder(random: Random, buyer: DemoMember, agoMs: number, course: Course): PlannedOrder {
  return {
    buyerEmail: buyer.email,
    agoMs: Math.round(agoMs),
    quantity: 1,
    course,
    payAfterMs: Math.round((1.5 + random() * 12) * minuteMs),
    handOverAfterMs: Math.round((1 + random() * 0.1) * hourMs),
    shipAfterMs: Math.round((5 + random() * 40) * hourMs),
    deliverAfterMs: Math.round((2 + random() * 4) * dayMs),
  };
}

/** An order in each state on both sides of the members that a visitor signs in as, young enough to be acted on. */
export function planShowcase(cards: readonly DemoCard[], members: readonly DemoMember[]): PlannedSale[] {
  const of = (email: string) => members.find((member) => member.email === email) ?? pick(seeded(1), members);
  const collector = of('collector@example.test');
  const seller = of('seller@example.test');
  const shop = of('shop@example.test');
  const others = members.filter((member) => member.tier === 'premium' && member !== shop);
  const paid = { payAfterMs: 3 * minuteMs, handOverAfterMs: hourMs };
  const waiting = { shipAfterMs: 40 * hourMs };
  const onItsWay = { shipAfterMs: 20 * hourMs, deliverAfterMs: 6 * dayMs };
  const arrived = { shipAfterMs: 20 * hourMs, deliverAfterMs: 5 * dayMs };
  const made: [DemoMember, DemoMember, number, Course, Partial<PlannedOrder>?][] = [
    [shop, collector, 4 * minuteMs, 'unpaid'],
    [shop, collector, 15 * minuteMs, 'usual', paid],
    [shop, collector, 9 * hourMs, 'usual', waiting],
    [shop, collector, 3 * dayMs, 'usual', onItsWay],
    [shop, collector, 7.5 * dayMs, 'usual', arrived],
    [shop, collector, 30 * dayMs, 'disputed'],
    [shop, collector, 21 * dayMs, 'canceled_by_seller'],
    [shop, collector, 24 * dayMs, 'refunded'],
    [seller, collector, 60 * dayMs, 'usual'],
    [seller, shop, 12 * hourMs, 'usual', waiting],
    [seller, collector, 35 * dayMs, 'canceled_unpaid'],
    [pick(seeded(2), others), seller, 3 * minuteMs, 'unpaid'],
    [pick(seeded(3), others), seller, 2.5 * dayMs, 'usual', onItsWay],
    [pick(seeded(4), others), shop, 4 * dayMs, 'usual', onItsWay],
    [pick(seeded(5), others), shop, 29 * dayMs, 'disputed'],
    [shop, collector, 9 * dayMs, 'faulty', arrived],
  ];
  const byGame = Map.groupBy(cards, (card) => card.game);
  return made.map(([from, to, agoMs, course, times], n) => {
    const random = seeded(seedOf(`showcase ${n}`));
    const offered = cardsFor(random, from, byGame);
    const popular = offered.filter((card) => card.popularity !== null && card.popularity < 20);
    const listing = planListing(
      random,
      from,
      pick(random, popular.length > 0 ? popular : offered),
      agoMs + (1 + random() * 20) * hourMs,
    );
    return { listing: { ...listing, quantity: 1 }, orders: [{ ...planOrder(random, to, agoMs, course), ...times }] };
  });
}
