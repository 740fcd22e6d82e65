import { type ActionFunctionArgs, redirect } from 'react-router';
import { requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { forgoReturn, requestReturnNotice } from '../request-return-notice.server.ts';
import { vacationsPolicy } from '../vacations.policy.ts';

/** The press under the note that somebody is away. A plain form comes back to the page it was pressed on. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, vacationsPolicy, 'be told');
  const id = args.params.id ?? '';
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    await (form.get('told') === '1' ? requestReturnNotice(platform, actor, id) : forgoReturn(platform, actor, id));
    if (!new URL(args.request.url).pathname.endsWith('.data'))
      throw redirect(pressedAt(args.request) ?? `/profile/${id}`);
    return {};
  });
}

/** The page of ours that the form stood in. */
function pressedAt({ headers }: Request): string | null {
  const from = headers.get('referer');
  const page = from && URL.canParse(from) ? new URL(from) : null;
  return page && page.host === headers.get('host') ? page.pathname + page.search : null;
}

/** Nothing to see at this address: whoever opens it wants the member. */
export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/profile/${encodeURIComponent(params.id ?? '')}`);
}
