import { type ActionFunctionArgs, redirect } from 'react-router';
import { unverifiedCode, verifyFor } from '#features/auth/words.ts';
import { invalid, isRefusal } from '#kernel/refusal.ts';
import { requirePageForm } from '#platform/http/page.ts';
import { answerForm } from '#platform/http/page-form.server.ts';
import { isMove, type Move } from '../components/own/moves.ts';
import { sellerVerbs } from '../lifecycle/move-listings.server.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import { refusalCode } from '../model/refusal-sentences.ts';

export interface MoveAnswer {
  done?: Move;
  problem?: { code: string; message: string };
}

/**
 * The seller's buttons, from a listing's page and from the dashboard. A plain form comes back to the page it was
 * pressed on.
 */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listingPolicy, 'move');
  const move = form.get('move');
  const id = args.params.id ?? '';
  const page = `/listings/${encodeURIComponent(id)}`;
  const isPlain = form.get('plain') === '1' && !new URL(args.request.url).pathname.endsWith('.data');
  const made = async () => {
    if (!isMove(move)) throw invalid({ move: 'Choose an action for this listing.' });
    await sellerVerbs[move](platform, actor, id);
    return move;
  };
  return answerForm(form, [], async (): Promise<MoveAnswer> => {
    const done = await made().catch((error: unknown) => {
      if (isRefusal(error) && error.code === unverifiedCode) throw redirect(verifyFor(page));
      throw isPlain && isRefusal(error) ? redirect(`${page}?refused=${refusalCode(error)}`) : error;
    });
    if (isPlain) throw redirect(done === 'remove' || done === 'restore' ? '/dashboard/listings' : page);
    return { done };
  });
}

/** This address has no page: it redirects to the listing. */
export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/listings/${encodeURIComponent(params.id ?? '')}`);
}
