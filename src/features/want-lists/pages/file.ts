import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { refusalCodeOf } from '../components/refusals.ts';
import { receiveWants } from '../import/import-wants.server.ts';
import { listPolicy } from '../model/want-list.policy.ts';

/**
 * A file from a form without script: stored on disk as it arrives, then redirected to its preview, or back with the
 * error code.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, listPolicy, 'bring');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  try {
    await receiveWants(platform, actor, id, args.request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`/want-lists/${encodeURIComponent(id)}/edit?refused=${refusalCodeOf(error.code)}`);
  }
  throw redirect(`/want-lists/${id}/preview`);
}

export function loader({ params }: ActionFunctionArgs): never {
  throw redirect(`/want-lists/${encodeURIComponent(params.id ?? '')}/edit`);
}
