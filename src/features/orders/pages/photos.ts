import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { orderPolicy } from '../model/order.policy.ts';
import { receiveProblemPhotos } from '../problems/problem-photos.server.ts';

/**
 * Photos of a problem, sent by a plain form: received on the disk as they come, then back to the order, with the reason
 * where one was refused.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, orderPolicy, 'show a problem');
  const { platform } = pageScope(args.context);
  const back = orderPage(args.params.id);
  try {
    await receiveProblemPhotos(platform, actor, args.params.id ?? '', args.request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`${back}?refused=${encodeURIComponent(error.code)}#problem`);
  }
  throw redirect(`${back}#problem`);
}

export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(orderPage(params.id));
}

/** An address may hold what a header can't. */
const orderPage = (id = '') => `/orders/${encodeURIComponent(id)}`;
