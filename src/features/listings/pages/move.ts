import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { refusalResult, requirePageForm } from '#platform/http/page.ts';
import { isMove, type Move } from '../components/moves.ts';
import { pauseListing, publishListing, removeListing, renewListing, resumeListing } from '../move-listing.server.ts';

const useCases = { publish: publishListing, pause: pauseListing, resume: resumeListing, renew: renewListing, remove: removeListing } as const;

export interface MoveAnswer {
  done?: Move;
  problem?: { code: string; message: string };
}

/** The seller's buttons, from a listing's page and from the dashboard. A plain form comes back to the page it was pressed on. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args);
  const move = form.get('move');
  const id = args.params.id ?? '';
  const isPlain = form.get('plain') === '1' && !new URL(args.request.url).pathname.endsWith('.data');
  try {
    if (!isMove(move)) throw invalid({ move: 'Choose what to do with the listing.' });
    await useCases[move](platform, actor, id);
  } catch (error) {
    if (isPlain && isRefusal(error)) throw redirect(`/listings/${id}?refused=${encodeURIComponent(error.message.slice(0, 300))}`);
    return refusalResult(error);
  }
  if (isPlain) throw redirect(move === 'remove' ? '/dashboard/listings' : `/listings/${id}`);
  return data({ done: move } satisfies MoveAnswer);
}

/** Nothing to see at this address: whoever opens it wants the listing. */
export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/listings/${params.id}`);
}
