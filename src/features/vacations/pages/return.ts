import { type ActionFunctionArgs, redirect } from 'react-router';
import { requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { cancelReturnNotice, requestReturnNotice } from '../request-return-notice.server.ts';
import { vacationsPolicy } from '../vacations.policy.ts';

/** The form under the vacation note. Without JavaScript it redirects back to the page that it was submitted on. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, vacationsPolicy, 'be told');
  const id = args.params.id ?? '';
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    await (form.get('told') === '1'
      ? requestReturnNotice(platform, actor, id)
      : cancelReturnNotice(platform, actor, id));
    if (!new URL(args.request.url).pathname.endsWith('.data'))
      throw redirect(pressedAt(args.request) ?? `/profile/${id}`);
    return {};
  });
}

/** The page of this site that contained the form. */
function pressedAt({ headers }: Request): string | null {
  const from = headers.get('referer');
  const page = from && URL.canParse(from) ? new URL(from) : null;
  return page && page.host === headers.get('host') ? page.pathname + page.search : null;
}

/** A GET has no page of its own: redirects to the member's profile. */
export function loader({ params }: { params: { id?: string } }): never {
  throw redirect(`/profile/${encodeURIComponent(params.id ?? '')}`);
}
