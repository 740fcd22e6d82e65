import { decideDispute } from '#features/orders/index.server.ts';
import { weighted } from '../../../dev/demo/seeded.ts';
import { act, attempt, type Verb } from './acts.testing.ts';
import { any, chance, type History, rowsOf, upTo, type World } from './world.testing.ts';

interface Shown {
  status: string;
  total: number;
  caseState: string | null;
  version: number | null;
}

/** One move of a side of an order, or of an admin: most often one that its state allows. */
export async function moveOrder(
  world: World,
  history: History,
  { id, sellerId }: History['orders'][number],
): Promise<void> {
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
