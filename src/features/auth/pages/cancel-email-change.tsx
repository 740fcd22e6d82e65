import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, parseInput, text } from '#platform/http/page-form.server.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { type CancelLinkView, disownEmailChange, viewCancelLink } from '../change-email/cancel-email-change.server.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import { DisownPage } from '../components/disown-page.tsx';
import { messages } from '../model/messages.ts';

/** The target of “It was not me” in the email to the present address. Opening it changes nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform } = pageScope(context);
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const state: CancelLinkView | 'cancelled' = searchParams.has('cancelled')
    ? 'cancelled'
    : await viewCancelLink(platform, token);
  return { token, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, [], async () => {
    const userId = await disownEmailChange(platform, parseInput(changeLinkInput, { token: text(form, 'token') }).token);
    // This browser's session was ended with all others.
    const cookies = actor?.id === userId ? platform.identity.clearedCookies() : [];
    throw redirect('/auth/cancel-email-change?cancelled=1', { headers: cookieHeaders(cookies) });
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Cancel email change',
    description: 'Cancel a change of your email address that you didn’t request.',
    path: '/auth/cancel-email-change',
    isSecret: true,
  });

const said = {
  cancelled: {
    title: 'Email change cancelled',
    lead: 'Your email stays the same, and all devices are signed out. Reset your password now, because someone else may know it.',
  },
  unknown: { title: 'This link isn’t valid', lead: messages.emailChangeLinkUnknown },
  over: {
    title: 'Nothing to cancel',
    lead: 'The change was already made, cancelled or replaced by a newer one. If you didn’t request it, reset your password.',
  },
} as const;

export default function CancelEmailChangePage() {
  const { token, state } = useLoaderData<typeof loader>();
  return (
    <DisownPage
      token={token}
      instead={state === 'open' ? null : said[state]}
      next={{ to: '/auth/forgot-password', label: 'Reset password' }}
      lead="Cancel the email change. All devices that are signed in to your account will be signed out."
      press={{ label: 'Cancel email change', busy: 'Cancelling…', kind: 'danger' }}
    />
  );
}
