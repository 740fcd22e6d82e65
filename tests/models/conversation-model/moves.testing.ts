import { deleteThread, openThread, readThread, sendMessage } from '#features/messages/index.server.ts';
import { readNotifications } from '#features/notifications/entries/mark-entries.server.ts';
import { placeOrder } from '#features/orders/index.server.ts';
import { readOrder } from '#features/orders/queries/read-order.server.ts';
import { passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { answer, basket, offer } from './bargain.testing.ts';
import type { Talk } from './model.testing.ts';
import { actorOf, any, attempt, chance, nowOf, type World, yes } from './world.testing.ts';

async function list(world: World): Promise<void> {
  const [price, quantity, seller] = [
    100 * (2 + Math.floor(world.random() * 12)),
    chance(world, 0.3) ? 3 : 1,
    any(world, world.members),
  ];
  const id = await putUpForSale(world.market, seller, { price, quantity });
  world.history.push(`${seller.username} lists ${quantity} of ${id}`);
  world.model.listed({ id, seller: seller.id, price, quantity });
}

/** A member orders a listing at its price, or copies reserved for them. */
async function order(world: World): Promise<void> {
  const { model, market } = world;
  const buyer = any(world, world.members).id;
  const own = model.lines.filter((line) => line.buyer === buyer && line.promise !== null);
  const line = own.length > 0 && chance(world, 0.6) ? any(world, own.slice(-10)) : null;
  const listing = line?.listing ?? any(world, model.copies.slice(-40));
  const lines = line ? model.together(line) : [];
  const items = line ? lines : [{ listing, quantity: 1 }];
  const copies = items.reduce((sum, { quantity }) => sum + quantity, 0);
  // Who names another number of copies than they were promised is refused.
  const named = chance(world, 0.8) ? copies : copies + 1;
  const hasSlot = model.purchases.filter((each) => each.buyer === buyer && each.state === 'waits').length < 5;
  const may =
    hasSlot &&
    (line ? line.promise === 'open' && named === copies : listing.seller !== buyer && model.free(listing) >= 1);
  const what = `order of ${line ? line.offerId : listing.id}`;
  const input = line ? { offerId: line.offerId, quantity: named } : { listingId: listing.id };
  const placed = await attempt(world, what, may, () => placeOrder(market.platform, actorOf(world, buyer), input));
  if (!placed) return;
  model.ordered(nowOf(world), { orderId: placed.order.id, items, buyer, lines });
  if (!chance(world, 0.6)) return;
  if ((await pay(placed.checkoutUrl)).status !== 200) throw new Error('a payment was refused');
  await passTime(market, 1_000);
  const purchase = model.purchases.at(-1);
  if (purchase) model.paid(purchase);
  model.passed(nowOf(world));
  world.history.push('it is paid');
}

/** A member writes to another, now and then what they have sent already. */
async function say(world: World): Promise<void> {
  const { model, market, members } = world;
  const from = any(world, members).id;
  const to = any(world, members).id;
  const talk = model.talks.find(({ pair }) => pair.includes(from) && pair.includes(to) && from !== to);
  const again = talk && chance(world, 0.2) ? talk.said.findLast((said) => said.from === from) : undefined;
  const clientId = again?.clientId ?? `c${world.history.length}`;
  const text = again?.text ?? `${[from, to].sort().join(' and ')} said ${world.history.length}`;
  const { platform } = market;
  const work = () =>
    talk && chance(world, 0.5)
      ? sendMessage(platform, actorOf(world, from), talk.threadId, { text, clientId })
      : openThread(platform, actorOf(world, from), { recipientId: to, text, clientId });
  const said = await attempt(world, `${from} writes to ${to}${again ? ' the same' : ''}`, from !== to, work);
  if (!said || again) return;
  const held: Talk = talk ?? { threadId: said.threadId, pair: [from, to], said: [], gone: new Map() };
  if (!talk) model.talks.push(held);
  held.said.push({ clientId, from, text });
  model.touched.talks.add(held);
}

/** A member reads a thread, or deletes it, theirs or not. */
async function look(world: World): Promise<void> {
  const { model, market } = world;
  if (model.talks.length === 0) return;
  const talk = any(world, model.talks);
  const member = any(world, world.members).id;
  const isTheirs = talk.pair.includes(member);
  const deletes = chance(world, 0.2);
  const work = () => yes((deletes ? deleteThread : readThread)(market.platform, actorOf(world, member), talk.threadId));
  if (!(await attempt(world, `${member} ${deletes ? 'deletes' : 'reads'} ${talk.threadId}`, isTheirs, work))) return;
  model.touched.talks.add(talk);
  if (deletes) talk.gone.set(member, talk.said.length);
}

/** A member views an order, theirs or not, or all their notifications. */
async function see(world: World): Promise<void> {
  const { model, market } = world;
  const member = any(world, world.members).id;
  const purchase = chance(world, 0.6) ? any(world, [null, ...model.purchases.slice(-40)]) : null;
  const isSide =
    purchase === null || purchase.buyer === member || purchase.items.some(({ listing }) => listing.seller === member);
  const [{ platform }, actor] = [market, actorOf(world, member)];
  const work = () =>
    yes(purchase ? readOrder(platform, actor, purchase.orderId) : readNotifications(platform, actor, { all: true }));
  await attempt(world, `${member} sees ${purchase?.orderId ?? 'what they were told'}`, isSide, work);
}

async function wait(world: World): Promise<void> {
  const ms = chance(world, 0.7) ? Math.ceil(world.random() * 40) * minuteMs : Math.ceil(world.random() * 30) * hourMs;
  await pass(world, ms);
  world.history.push(`${ms / minuteMs} minutes pass`);
}

/**
 * The market's clock goes on while the walk does, and the model learns of a moment a little after the market has noted
 * it. So time stops only where nothing ends for longer than a step takes, and is moved past what would end within one.
 */
const stepMs = minuteMs;

async function pass({ market, model }: World, ms: number): Promise<void> {
  const began = market.clock.now().getTime();
  let until = began + ms;
  for (let end = model.nextEnd(until); end <= until + 2 * stepMs; end = model.nextEnd(until)) until = end + 1;
  await passTime(market, until - began);
  model.passed(market.clock.now().getTime());
}

const weighed: readonly [number, (world: World) => Promise<void>][] = [
  [8, list],
  [16, offer],
  [12, basket],
  [30, answer],
  [10, order],
  [16, say],
  [4, look],
  [2, see],
  [4, wait],
];

/** One action of a member. */
export async function step(world: World): Promise<void> {
  const now = nowOf(world);
  if (world.model.nextEnd(0) <= now + stepMs) await pass(world, 2 * stepMs);
  let left = world.random() * weighed.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, move] of weighed) {
    left -= weight;
    if (left < 0) return move(world);
  }
}

export const first = list;
