import { type ActionFunctionArgs, redirect } from 'react-router';
import { receiveAdPicture } from '#features/ads/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

/** The picture of an ad, sent by a plain form, then back to the ad, where it says that one was refused. */
export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'write ads');
  const id = args.params.id ?? '';
  try {
    await receiveAdPicture(pageScope(args.context).platform, admin.id, id, args.request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`/admin/ads/${encodeURIComponent(id)}?refused=picture#picture`);
  }
  throw redirect(`/admin/ads/${id}#picture`);
}

export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/admin/ads/${encodeURIComponent(params.id ?? '')}`);
}
