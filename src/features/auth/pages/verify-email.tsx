import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { AuthPage } from '../components/forms/auth-page.tsx';
import { authPolicy } from '../model/auth.policy.ts';
import { messages } from '../model/messages.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { saveIntent } from '../redirect/redirect-storage.ts';
import { findReturnPath, returnPathCookie } from '../sign-up/return-path.server.ts';
import { buyOf } from '../sign-up/verified-email.rules.ts';
import { requestVerificationMail, type VerificationResult, verifyEmail } from '../sign-up/verify-email.server.ts';

type State = VerificationResult | 'waiting' | 'done';

/** The link's target. Opening it confirms: it works once, and only for the member who is signed in here. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, authPolicy, 'verify an email');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const token = searchParams.get('token');
  const result = token === null ? null : await verifyEmail(platform, actor, token);
  const own = await getOwnProfile(platform.db, actor.id);
  const state: State = result ?? (own.isEmailVerified ? 'done' : 'waiting');
  const said = ownPath(searchParams.get('next'), platform.config.appUrl);
  const stored = token === null ? null : findReturnPath(platform.config, actor.id, args.request.headers.get('cookie'));
  // An action that requires a confirmed address redirected here.
  const isNeeded = searchParams.get('why') === 'needed' && !own.isEmailVerified;
  const shown = {
    email: own.email,
    isVerified: own.isEmailVerified,
    state,
    next: said ?? stored ?? '/dashboard',
    isNeeded,
  };
  // The member may open an older email, whose link is void.
  return data(
    shown,
    said && isNeeded ? { headers: { 'set-cookie': returnPathCookie(platform.config, actor.id, said) } } : {},
  );
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, authPolicy, 'verify an email');
  const { platform } = pageScope(args.context);
  const next = ownPath(new URL(args.request.url).searchParams.get('next'), platform.config.appUrl);
  return answerForm(new FormData(), [], async (): Promise<FormAnswer> => {
    await requestVerificationMail(platform, actor, next);
    return { saved: 'Email sent.' };
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Confirm your email',
    description: 'Confirm that this email is yours.',
    path: '/auth/verify-email',
    isSecret: true,
  });

const said: Record<State, { title: string; lead: string }> = {
  verified: { title: 'Email confirmed', lead: 'You can now buy, sell, make offers and send messages.' },
  done: { title: 'Email confirmed', lead: 'Your email is already confirmed.' },
  used: { title: 'This link was already used', lead: 'Each link works once.' },
  expired: { title: 'This link has expired', lead: 'Links work for 24 hours. Request a new one.' },
  unknown: {
    title: 'This link isn’t for your account',
    lead: 'The link is for another account or an old email, or is incomplete. Copy the full link from the email, or request a new one.',
  },
  waiting: {
    title: 'Confirm your email',
    lead: 'Open the link from our email in this browser, while you’re signed in. No email? Check your spam folder, or send a new one.',
  },
};

export default function VerifyEmailPage() {
  const { email, isVerified, state, next, isNeeded } = useLoaderData<typeof loader>();
  const { problem, saved } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().state === 'submitting';
  const { title, lead } = said[state];
  const buy = buyOf(next);
  return (
    <AuthPage title={title} lead={state === 'used' && isVerified ? 'Your email is already confirmed.' : lead}>
      {problem && (
        <Note tone="danger" role="alert" className="mb-5">
          {problem.message}
        </Note>
      )}
      {saved && (
        <Note tone="success" role="status" className="mb-5">
          {saved} Check your inbox at {email}.
        </Note>
      )}
      {isNeeded && (
        <Note tone="info" className="mb-5">
          {messages.emailUnverified}
        </Note>
      )}
      {isVerified ? (
        <ButtonLink
          kind="primary"
          size="xl"
          full
          to={next}
          // The next page says that they can buy now (RP-02).
          onClick={() => buy && saveIntent('buy_now', buy.path, { listingId: buy.listingId })}
        >
          Continue
        </ButtonLink>
      ) : (
        <Form method="post" className="grid gap-4">
          <Button type="submit" kind="primary" size="xl" full busy={busy} busyLabel="Sending…">
            {state === 'waiting' ? 'Send verification email' : 'Send a new link'}
          </Button>
          <p className="dim">We’ll send it to {email}.</p>
        </Form>
      )}
    </AuthPage>
  );
}
