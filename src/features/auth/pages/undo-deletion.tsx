import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import { DisownPage } from '../components/disown-page.tsx';
import { type UndoView, undoDeletion, viewUndo } from '../delete-account/undo-deletion.server.ts';
import { messages } from '../model/messages.ts';

/** The target of “Restore account” in the email about a deletion. Opening it changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const state: UndoView | 'back' = searchParams.has('back')
    ? 'back'
    : await viewUndo(pageScope(context).platform, token);
  return { token, state };
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
    title: 'Restore account',
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
  const { token, state } = useLoaderData<typeof loader>();
  return (
    <DisownPage
      token={token}
      instead={state === 'open' ? null : said[state]}
      next={{ to: '/auth/sign-in', label: 'Sign in' }}
      lead="Restore your account with its profile and listings. A subscription that has ended won’t restart."
      press={{ label: 'Restore account', busy: 'Restoring…', kind: 'primary' }}
    />
  );
}
