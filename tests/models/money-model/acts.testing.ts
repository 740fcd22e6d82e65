import {
  acceptProposal,
  contestReturn,
  declineProposal,
  propose,
  sendReturn,
  takeBackProposal,
} from '#features/orders/cases/answer-case.server.ts';
import { receiveReturn } from '#features/orders/cases/receive-return.server.ts';
import { requestCancellation } from '#features/orders/cases/request-cancellation.server.ts';
import { withdraw } from '#features/orders/cases/withdraw.server.ts';
import { cancelOrder } from '#features/orders/fulfil/cancel-order.server.ts';
import { settleOrder } from '#features/orders/fulfil/deliver-order.server.ts';
import { deliverOrder, shipOrder } from '#features/orders/index.server.ts';
import { disputeOrder } from '#features/orders/problems/dispute-order.server.ts';
import { requestDecision } from '#features/orders/problems/request-decision.server.ts';
import { refundOrder } from '#features/orders/refunds/refund-order.server.ts';
import { signInAgain } from '#features/orders/testing.ts';
import { requestPayout } from '#features/payouts/send/request-payout.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMember } from '#testing/server.ts';
import type { History, World } from './world.testing.ts';

/** What the two sides of an order may do, by the last part of its address in the API. */
const verbs = {
  ship: shipOrder,
  deliver: deliverOrder,
  cancel: cancelOrder,
  refund: refundOrder,
  dispute: disputeOrder,
  settle: settleOrder,
  'ask-decision': requestDecision,
  'case/cancellation': requestCancellation,
  'case/propose': propose,
  'case/accept': acceptProposal,
  'case/decline': declineProposal,
  'case/take-back': takeBackProposal,
  'case/send-return': sendReturn,
  'case/receive-return': receiveReturn,
  'case/contest-return': contestReturn,
  withdraw,
} as const;
export type Verb = keyof typeof verbs;

/** A side of an order acts. What the market refuses is noted; anything else that fails is a fault. */
export async function act(
  world: World,
  history: History,
  member: TestMember,
  orderId: string,
  verb: Verb,
  body: object = {},
): Promise<void> {
  const { platform } = world.market;
  const run = verbs[verb] as (...input: unknown[]) => Promise<unknown>;
  await attempt(world, history.moves, `${member.username} ${verb} ${orderId}`, () =>
    world.byHttp
      ? post(world, member, `/api/orders/${orderId}/${verb}`, body)
      : run(platform, actorOf(member), orderId, body),
  );
}

export async function requestMoney(world: World, member: TestMember): Promise<void> {
  await attempt(world, world.events, `${member.username} requests a payout`, () =>
    world.byHttp
      ? post(world, member, '/api/payouts/request', {})
      : requestPayout(world.market.platform, actorOf(member)),
  );
}

/** Does it. Answers whether it was not refused. */
export async function attempt(
  world: Pick<World, 'isTroubled'>,
  log: string[],
  what: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    log.push(what);
    return true;
  } catch (error) {
    if (!isRefusal(error) && !world.isTroubled) throw error;
    log.push(`${what}: ${isRefusal(error) ? error.code : 'Stripe is in trouble'}`);
    return false;
  }
}

/** Sessions end in days: who is not signed in any more, signs in again. */
async function post(world: World, member: TestMember, path: string, body: object): Promise<void> {
  const { market } = world;
  let answer = await market.request('POST', path, { as: member, body });
  if (answer.status === 401) {
    member.cookie = (await signInAgain(market, member)).cookie;
    answer = await market.request('POST', path, { as: member, body });
  }
  if (answer.status === 500) throw new Error(`${path} answered 500: ${JSON.stringify(answer.body)}`);
}
