import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { receiveFiles } from '#platform/http/multipart.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { listingPolicy } from '../listing.policy.ts';
import { listingLimits } from '../listing.rules.ts';
import { tooLargePhoto } from '../photo-refusals.ts';
import { addPhotos } from '../photos.server.ts';
import { refusalCode } from '../refusal-sentences.ts';

/** Photos sent by a plain form: received on the disk as they come, then back to the editing page, with the reason where one was refused. */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, listingPolicy, 'change photos');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const back = `/listings/${id}/edit`;
  try {
    const limits = { field: 'photos', maxFiles: listingLimits.maxPhotos, maxFileBytes: listingLimits.photoBytes, tooLarge: tooLargePhoto };
    await receiveFiles(args.request, limits, (files) => addPhotos(platform, actor, id, files));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`${back}?refused=${refusalCode(error)}#photos`);
  }
  throw redirect(`${back}#photos`);
}

export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/listings/${params.id}/edit`);
}
