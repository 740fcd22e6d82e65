import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router';
import { isId } from '#kernel/ids.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { text } from '#platform/http/page-form.server.ts';
import { followSeller, unfollowSeller } from '../saved-searches/follows.server.ts';

/** No page of its own: followed sellers are listed beside the saved searches. */
export function loader(_: LoaderFunctionArgs) {
  throw redirect('/saved-searches#followed');
}

/** The follow button without script: redirects to the page where it was pressed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const memberId = text(form, 'memberId');
  const profile = isId(memberId) ? `/profile/${memberId}` : '/browse';
  if (!actor) throw redirect(`/auth/sign-in?next=${encodeURIComponent(profile)}`);
  await (text(form, 'follow') === '1'
    ? followSeller(platform, actor, memberId)
    : unfollowSeller(platform, actor, memberId)
  ).catch(pageRefusal);
  const from = request.headers.get('referer');
  const back = from && URL.canParse(from) ? new URL(from) : null;
  throw redirect(back && back.host === request.headers.get('host') ? back.pathname + back.search : profile);
}
