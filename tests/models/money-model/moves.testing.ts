import { freePurchase } from '#features/orders/checkout/free-purchase.server.ts';
import { cancelPurchase } from '#features/orders/fulfil/cancel-order.server.ts';
import { placePurchase } from '#features/orders/index.server.ts';
import { cards, pay, putUpForSale } from '#features/orders/testing.ts';
import { actorOf } from '#testing/actor.ts';
import { weighted } from '../../../dev/demo/seeded.ts';
import { attempt } from './acts.testing.ts';
import { bankActs } from './bank.testing.ts';
import { moveOrder } from './order-moves.testing.ts';
import { any, chance, type History, rowsOf, upTo, type World } from './world.testing.ts';

/** A buyer puts cards of one to three sellers into a purchase. Null where all of them owe too much to list. */
export async function begin(world: World, history: Pick<History, 'no' | 'random' | 'buyer' | 'moves'>) {
  const { market, sellers } = world;
  const { random, buyer, moves } = history;
  const currency = any(random, ['USD', 'USD', 'USD', 'EUR'] as const);
  const from = sellers.filter(() => chance(random, 0.5)).slice(0, 3);
  const lines: { listingId: string; quantity: number }[] = [];
  for (const seller of from.length > 0 ? from : [any(random, sellers)]) {
    const shipping = [{ name: 'Letter', price: { amount: upTo(random, 900), currency }, tracked: false }];
    const quantity = upTo(random, 2);
    const card = { price: 60 + upTo(random, 1_800), currency, quantity, shipping };
    // Who owes too much can't list.
    await attempt(world, moves, `${seller.username} lists`, async () => {
      lines.push({ listingId: await putUpForSale(market, seller, card), quantity });
    });
  }
  if (lines.length === 0) return null;
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
