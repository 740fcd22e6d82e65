import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { refusalCodeOf } from '../components/refusals.ts';
import { importPolicy } from '../model/import.policy.ts';
import { receiveStock } from '../run/import-stock.server.ts';

/**
 * A file from a form without script: stored on disk as it arrives, then redirected to its preview, or back with the
 * error code.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, importPolicy, 'bring');
  const { platform } = pageScope(args.context);
  let id: string;
  try {
    id = (await receiveStock(platform, actor, args.request)).id;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`/listings/import?refused=${refusalCodeOf(error.code)}`);
  }
  throw redirect(`/listings/import/${id}`);
}

export function loader(): never {
  throw redirect('/listings/import');
}
