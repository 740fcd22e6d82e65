import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { refusalCode } from '../model/refusal-sentences.ts';
import { receivePhotos } from '../photos/photos.server.ts';

/**
 * Photos sent by a plain form: received on the disk as they come, then back to the editing page, with the reason where
 * one was refused.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, listingPolicy, 'change photos');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const back = `/listings/${encodeURIComponent(id)}/edit`;
  try {
    await receivePhotos(platform, actor, id, args.request);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`${back}?refused=${refusalCode(error)}#photos`);
  }
  throw redirect(`${back}#photos`);
}

export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/listings/${encodeURIComponent(params.id ?? '')}/edit`);
}
