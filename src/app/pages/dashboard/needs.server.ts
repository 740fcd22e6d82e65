import { countEnding } from '#features/listings/index.server.ts';
import type { Offer } from '#features/offers/contract.ts';
import { listPayableOffers, listWaitingOffers, nameIn } from '#features/offers/index.server.ts';
import type { Order } from '#features/orders/contract.ts';
import { listOrderNeeds, listWaitingOrders, type OrderNeed, presentOrder } from '#features/orders/index.server.ts';
import { nextStep, statusBadge } from '#features/orders/widgets.tsx';
import { titleOf } from '#features/orders/words.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { readCounters } from '#platform/frame.ts';
import type { Platform } from '#platform/platform.ts';
import { type Need, oneList } from './needs.rules.ts';

/** As many as stand beside the chart, and on the page of all tasks. */
const shown = 6;
export const mostTasks = 100;

/** Listings that end within this time are listed. */
export const endingSoonMs = dayMs;

export interface Needs {
  items: Need[];
  /** The number of all tasks, without order updates. */
  all: number;
  /** The number of orders with updates, the same as the counter beside Orders. */
  updates: number;
  /** Offers that wait for their answer, and how many of them end within a day. */
  offers: { all: number; today: number };
  /** Orders that they have to send, and how many of them are due within a day. */
  send: { all: number; today: number };
}

/** An order with updates, from one side's view. */
interface OrderUpdates {
  order: Order;
  isBuyer: boolean;
}

/** The same for a page that shows no listings beside it. */
export async function loadOwnNeeds(platform: Platform, memberId: string): Promise<Needs> {
  return loadNeeds(platform, memberId, await countEnding(platform, memberId, endingSoonMs));
}

/**
 * A member's tasks and updates, from orders, offers, conversations and listings: tasks, the most urgent first, then
 * updated orders with a next step. `endingSoon`: live listings that end within a day.
 */
export async function loadNeeds(
  platform: Platform,
  memberId: string,
  endingSoon: number,
  most: number = shown,
): Promise<Needs> {
  const now = platform.clock.now();
  const soon = addMs(now, dayMs);
  const [updates, orders, offers, payable, waiting] = await Promise.all([
    listUpdates(platform, memberId),
    listOrderNeeds(platform, memberId, most, soon),
    listWaitingOffers(platform, memberId, most, soon),
    listPayableOffers(platform, memberId, most),
    readCounters(platform, ['offers', 'messages', 'orders'], memberId),
  ]);
  const needs = [
    ...orders.items.map(ofOrder),
    ...offers.items.map((offer) => ofOffer(offer)),
    ...payable.items.map(ofPayable),
    ...(waiting.messages > 0 ? [ofMessages(waiting.messages)] : []),
    ...(endingSoon > 0 ? [ofListings(endingSoon, addMs(now, endingSoonMs))] : []),
  ];
  const ofOrders = Object.values(orders.counts).reduce((sum, n) => sum + n, 0);
  return {
    items: oneList(needs, updates.map(ofUpdates), now, most),
    all: ofOrders + waiting.offers + payable.all + Math.min(waiting.messages, 1) + Math.min(endingSoon, 1),
    updates: waiting.orders,
    offers: { all: waiting.offers, today: offers.ending },
    send: { all: orders.counts.send, today: orders.ending.send },
  };
}

async function listUpdates({ db, clock }: Platform, memberId: string): Promise<OrderUpdates[]> {
  const now = clock.now();
  // Orders that need the member already are not repeated as updates.
  const { items } = await listWaitingOrders(db, memberId, { limit: 12 });
  return items
    .map((full) => ({
      order: presentOrder(full, memberId, now),
      isBuyer: full.order.buyerId === memberId,
    }))
    .filter(({ order }) => nextStep(order) !== undefined);
}

const orderWords = {
  send: { titleFor: (cards: string) => `Ship ${cards}`, action: 'View order' },
  pay: { titleFor: (cards: string) => `Pay for ${cards}`, action: 'View order' },
  confirm: { titleFor: (cards: string) => `Confirm delivery of ${cards}`, action: 'View order' },
} as const;

function ofOrder({ kind, order, until }: OrderNeed): Need {
  const { titleFor, action } = orderWords[kind];
  const who = kind === 'send' ? `to ${order.buyer.username}` : `from ${order.seller.username}`;
  return {
    kind,
    id: order.id,
    title: titleFor(titleOf(order.items)),
    about: `${formatMoney(order.totals.total)} · ${who}`,
    to: `/orders/${order.id}`,
    action,
    until: until.toISOString(),
  };
}

const ofUpdates = ({ order, isBuyer }: OrderUpdates): Need => ({
  kind: 'look',
  id: order.id,
  title: titleOf(order.items),
  about: `${statusBadge(order.status, isBuyer ? 'buyer' : 'seller').word} · ${formatMoney(order.totals.total)} · ${isBuyer ? `from ${order.seller.username}` : `to ${order.buyer.username}`}`,
  to: `/orders/${order.id}`,
  action: nextStep(order)?.label ?? 'View order',
  until: null,
});

function ofOffer(offer: Offer): Need {
  return {
    kind: 'answer',
    id: offer.id,
    title: `${formatMoney(offer.amount)} for ${offer.title}`,
    about: `Offer from ${nameIn(offer, offer.madeBy)}`,
    to: `/offers?side=${offer.turn === 'buyer' ? 'sent' : 'received'}#${offer.id}`,
    action: 'View offer',
    until: offer.expiresAt,
  };
}

/** Only its buyer can prevent that an accepted offer expires. */
const ofPayable = ({ id, title, amount, seller, payBy }: Offer): Need => ({
  kind: 'pay',
  id,
  title: `Pay for ${title}`,
  about: `${formatMoney(amount)} · Offer accepted by ${seller.username}`,
  to: `/offers?side=sent&state=accepted#${id}`,
  action: 'View offer',
  until: payBy,
});

const ofMessages = (n: number): Need => ({
  kind: 'read',
  id: 'messages',
  title: plural(n, { one: '# unread conversation', other: '# unread conversations' }),
  about: 'New messages',
  to: '/messages',
  action: 'View messages',
  until: null,
});

const ofListings = (n: number, until: Date): Need => ({
  kind: 'renew',
  id: 'listings',
  title: plural(n, { one: 'Renew # listing', other: 'Renew # listings' }),
  about: 'Ending within 24 hours',
  to: '/dashboard/listings?tab=live&sort=ending',
  action: 'View listings',
  until: until.toISOString(),
});
