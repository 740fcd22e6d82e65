import { freePurchase } from '#features/orders/checkout/free-purchase.server.ts';
import { cancelPurchase } from '#features/orders/fulfil/cancel-order.server.ts';
import { decideDispute, placePurchase } from '#features/orders/index.server.ts';
import { cards, pay, putUpForSale } from '#features/orders/testing.ts';
import { actorOf } from '#testing/actor.ts';
import { weighted } from '../../../dev/demo/seeded.ts';
import { act, attempt, type Verb } from './acts.testing.ts';
import { bankActs } from './bank.testing.ts';
import { any, chance, type History, rowsOf, upTo, type World } from './world.testing.ts';

/** A buyer puts cards of one to three sellers into a purchase. */
export async function begin(world: World, history: Pick<History, 'no' | 'random' | 'buyer' | 'moves'>) {
  const { market, sellers } = world;
  const { random, buyer, moves } = history;
  const currency = any(random, ['USD', 'USD', 'USD', 'EUR'] as const);
  const from = sellers.filter(() => chance(random, 0.5)).slice(0, 3);
  const lines: { listingId: string; quantity: number }[] = [];
  for (const seller of from.length > 0 ? from : [any(random, sellers)]) {
    const shipping = [{ name: 'Letter', price: { amount: upTo(random, 900), currency }, tracked: false }];
    const quantity = upTo(random, 2);
    const listingId = await putUpForSale(market, seller, {
      price: 60 + upTo(random, 1_800),
      currency,
      quantity,
      shipping,
    });
    lines.push({ listingId, quantity });
  }
  const placed = await placePurchase(market.platform, {
    buyerId: buyer.id,
    source: { lines, offerIds: [] },
    mode: 'all',
    currency,
  });
  const orders = placed.purchase.orders.map(({ id, sellerId }) => ({ id, sellerId }));
  moves.push(`${buyer.username} buys ${orders.map(({ id }) => id).join(', ')}`);
  return {
    ...history,
    purchaseId: placed.purchase.id,
    checkoutUrl: placed.checkoutUrl,
    orders,
    lines,
    currency,
  } satisfies History;
}

/** One move in a history, by anyone. */
export async function move(world: World, history: History): Promise<void> {
  const { random, purchaseId } = history;
  const [purchase] = await rowsOf<{ isPaid: boolean }>(
    world,
    'select captured_at is not null as "isPaid" from purchase where id = $1',
    [purchaseId],
  );
  if (!purchase?.isPaid) return moveUnpaid(world, history);
  if (chance(random, 0.12)) return bankActs(world, history);
  return moveOrder(world, history, any(random, history.orders));
}

async function moveUnpaid(world: World, history: History): Promise<void> {
  const { random, purchaseId, checkoutUrl, buyer, moves } = history;
  const { platform } = world.market;
  const what = weighted(random, [
    ['pay', 8],
    ['pay late', 2],
    ['decline', 1],
    ['cancel', 1],
  ] as const);
  if (what === 'cancel') {
    await attempt(world, moves, 'the buyer cancels', () => cancelPurchase(platform, actorOf(buyer), purchaseId));
    return;
  }
  if (what === 'pay late') await endHold(world, history);
  const { status } = await pay(checkoutUrl, what === 'decline' ? cards.declined : cards.good);
  moves.push(`${what}: ${status}`);
}

/** The hold has ended while the page is still open, and now and then the cards of one seller are another buyer's. */
async function endHold(world: World, { random, purchaseId, lines, currency, buyer, moves }: History): Promise<void> {
  const { platform } = world.market;
  const isFree = await attempt(world, moves, 'the hold ends', () =>
    freePurchase(platform, purchaseId, 'cancel', { by: 'buyer' }),
  );
  const other = world.buyers.find(({ id }) => id !== buyer.id);
  if (!isFree || !other || chance(random, 0.5)) return;
  const source = { lines: lines.slice(0, 1), offerIds: [] };
  await attempt(world, moves, 'another buyer takes cards', () =>
    placePurchase(platform, { buyerId: other.id, source, mode: 'all', currency }),
  );
}

interface Shown {
  status: string;
  total: number;
  caseState: string | null;
  version: number | null;
}

async function moveOrder(world: World, history: History, { id, sellerId }: History['orders'][number]): Promise<void> {
  const { random, buyer } = history;
  const seller = world.sellers.find((one) => one.id === sellerId);
  const [order] = await rowsOf<Shown>(
    world,
    `select o.status, o.total_amount::int as total, k.state as "caseState", k.version::int from orders o
     left join order_case k on k.order_id = o.id and k.state <> 'closed' where o.id = $1`,
    [id],
  );
  if (!seller || !order) return;
  const by = { buyer, seller };
  const does = (side: 'buyer' | 'seller', verb: Verb, body: object = {}) =>
    act(world, history, by[side], id, verb, body);
  const { total } = order;
  const version = order.version === null ? {} : { version: order.version };
  const either = () => (chance(random, 0.5) ? 'buyer' : 'seller');
  const part = () => ({ amount: upTo(random, total), reason: 'A corner is bent.' });
  const early = order.status === 'paid' || order.status === 'awaiting_shipping';
  const all: readonly (readonly [() => Promise<void>, number])[] = [
    [() => does('seller', 'ship', { carrier: 'DHL' }), early ? 12 : 0.2],
    [() => does('buyer', 'deliver'), order.status === 'shipped' ? 12 : 0.2],
    [() => does('seller', 'refund', part()), 2],
    [() => does('seller', 'refund', { reason: 'A corner is bent.' }), 0.7],
    [() => does(either(), 'cancel', { reason: 'The card is lost.' }), early ? 1 : 0.2],
    [() => does('buyer', 'case/cancellation', { reason: 'Bought twice' }), early ? 1 : 0.1],
    [() => does('buyer', 'dispute', { reason: 'damaged', text: 'A corner is bent.' }), early ? 0.2 : 2],
    [() => does('buyer', 'settle'), order.status === 'disputed' ? 2 : 0.2],
    [() => does(either(), 'ask-decision'), order.status === 'disputed' ? 1 : 0.1],
    [() => decide(world, history, id), order.status === 'disputed' ? 1.5 : 0.1],
    [() => does('buyer', 'withdraw'), 0.7],
    [
      () => does(either(), 'case/propose', proposal(version, part().amount, random())),
      order.caseState === 'open' ? 6 : 0.1,
    ],
    [() => does(either(), 'case/accept', version), order.caseState === 'proposed' ? 6 : 0.1],
    [() => does(either(), 'case/decline', { ...version, reason: 'No.' }), order.caseState === 'proposed' ? 2 : 0],
    [() => does(either(), 'case/take-back', version), order.caseState === 'proposed' ? 1 : 0],
    [() => does('buyer', 'case/send-return', { carrier: 'DHL' }), order.caseState === 'return_awaited' ? 6 : 0],
    [() => does('seller', 'case/receive-return'), order.caseState === 'return_sent' ? 6 : 0],
    [
      () => does('seller', 'case/contest-return', { reason: 'It was empty.' }),
      order.caseState === 'return_sent' ? 2 : 0,
    ],
  ];
  await weighted(random, all)();
}

function proposal(version: object, amount: number, random: number): object {
  if (random < 0.6) return { ...version, proposal: 'refund', amount };
  return { ...version, proposal: random < 0.85 ? 'return' : 'nothing' };
}

async function decide(world: World, { random, moves }: History, orderId: string): Promise<void> {
  const decision = any(random, ['refund', 'close'] as const);
  await attempt(world, moves, `an admin decides ${decision} about ${orderId}`, () =>
    decideDispute(world.market.platform, { orderId, by: world.admin.id, decision, reason: 'We looked at it.' }),
  );
}
