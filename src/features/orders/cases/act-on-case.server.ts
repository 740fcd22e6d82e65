import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { getOrderFor } from '../queries/orders.queries.server.ts';
import {
  acceptProposal,
  contestReturn,
  declineProposal,
  propose,
  sendReturn,
  takeBackProposal,
} from './answer-case.server.ts';
import {
  answerCaseSchema,
  contestReturnSchema,
  proposeSchema,
  requestCancellationSchema,
  sendReturnSchema,
} from './case.contract.ts';
import { contestDelivery, showDelivery } from './not-arrived.server.ts';
import { receiveReturn } from './receive-return.server.ts';
import { requestCancellation } from './request-cancellation.server.ts';

type Fields = Readonly<Record<string, string>>;
type Act = (platform: Platform, actor: Actor, orderId: string, form: Fields) => Promise<void>;

const given = (form: Fields, ...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => (form[name] ? [[name, form[name]]] : [])));
const versionIn = ({ version }: Fields) => ({ version: Number(version) });

const answering =
  (run: typeof acceptProposal): Act =>
  (platform, actor, orderId, form) =>
    run(platform, actor, orderId, parseInput(answerCaseSchema, { ...versionIn(form), ...given(form, 'reason') }));

/** The buttons of a case on the page of its order, by their intent. */
export const caseActs: Readonly<Record<string, Act>> = {
  request_cancellation: (platform, actor, orderId, form) =>
    requestCancellation(platform, actor, orderId, parseInput(requestCancellationSchema, given(form, 'reason'))),
  propose: async (platform, actor, orderId, form) => {
    const { order } = await getOrderFor(platform.db, actor.id, orderId);
    const amount =
      form.proposal === 'refund' ? { amount: typedMoney('amount', form.amount ?? '', order.currency) } : {};
    const typed = { ...versionIn(form), proposal: form.proposal, ...amount, ...given(form, 'reason') };
    return propose(platform, actor, orderId, parseInput(proposeSchema, typed));
  },
  accept: answering(acceptProposal),
  decline: answering(declineProposal),
  take_back: answering(takeBackProposal),
  show_delivery: answering(showDelivery),
  contest_delivery: answering(contestDelivery),
  send_return: (platform, actor, orderId, form) =>
    sendReturn(platform, actor, orderId, parseInput(sendReturnSchema, given(form, 'carrier', 'trackingNumber'))),
  contest_return: (platform, actor, orderId, form) =>
    contestReturn(platform, actor, orderId, parseInput(contestReturnSchema, { reason: '', ...given(form, 'reason') })),
  receive_return: (platform, actor, orderId) => receiveReturn(platform, actor, orderId),
};
