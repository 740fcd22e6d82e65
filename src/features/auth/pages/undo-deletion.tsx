import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import { DisownPage } from '../components/disown-page.tsx';
import { undoDeletion, viewUndo } from '../delete-account/undo-deletion.server.ts';
import { messages } from '../model/messages.ts';

/** The target of “Keep account” in the emails about a deletion, and of a sign-in to it. Opening it changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  if (searchParams.has('back')) return { token, state: 'back' as const, until: null };
  const view = await viewUndo(pageScope(context).platform, token);
  return { token, state: view.state, until: view.state === 'open' ? view.until.toISOString() : null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, [], async () => {
    await undoDeletion(platform, parseInput(changeLinkInput, { token: text(form, 'token') }).token);
    throw redirect('/auth/undo-deletion?back=1');
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Keep account',
    description: 'Undo the deletion of your account.',
    path: '/auth/undo-deletion',
    isSecret: true,
  });

const said = {
  back: {
    title: 'Account restored',
    lead: 'Sign in as before. Then check your sign-in methods and remove any that you don’t recognize.',
  },
  unknown: { title: 'This link isn’t valid', lead: messages.undoUnknown },
  over: { title: 'This link no longer works', lead: messages.undoOver },
} as const;

export default function UndoDeletionPage() {
  const { token, state, until } = useLoaderData<typeof loader>();
  return (
    <DisownPage
      token={token}
      instead={state === 'open' ? null : said[state]}
      next={{ to: '/auth/sign-in', label: 'Sign in' }}
      title="Keep account"
      lead={`Your account was deleted. Until ${until && dayMonthYear(new Date(until))} you can keep it, with your profile, listings, favorites, saved searches and want lists. A paid subscription has ended and won’t restart.`}
      press={{ label: 'Keep account', busy: 'Restoring…', kind: 'primary' }}
    />
  );
}
