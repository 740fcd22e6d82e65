import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, parseInput, text } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { changeLinkInput } from '../change-email/change-email.contract.ts';
import {
  type ChangeLinkView,
  confirmEmailChange,
  viewChangeLink,
} from '../change-email/confirm-email-change.server.ts';
import { AuthPage } from '../components/forms/auth-page.tsx';
import { LinkForm } from '../components/forms/link-form.tsx';
import { messages } from '../model/messages.ts';

type State = ChangeLinkView | { kind: 'changed' };

/** The target of the links in both emails. Opening it changes nothing: mail scanners open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token') ?? '';
  const state: State = searchParams.has('changed') ? { kind: 'changed' } : await viewChangeLink(platform, token);
  return { token, state, isSignedIn: actor !== null };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, [], async () => {
    const { token } = parseInput(changeLinkInput, { token: text(form, 'token') });
    const { status, userId, retainedSessionId, session } = await confirmEmailChange(platform, actor, token);
    if (status === 'waiting') throw redirect(`/auth/change-email?token=${encodeURIComponent(token)}`);
    const isEnded = actor?.id === userId && actor.sessionId !== retainedSessionId;
    throw redirect('/auth/change-email?changed=1', {
      headers: cookieHeaders(isEnded ? platform.identity.clearedCookies() : (session?.cookies ?? [])),
    });
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Confirm email change',
    description: 'Confirm the change of your account’s email address.',
    path: '/auth/change-email',
    isSecret: true,
  });

const over = {
  unknown: { title: 'This link isn’t valid', lead: messages.emailChangeLinkUnknown },
  expired: { title: 'This link has expired', lead: messages.emailChangeExpired },
  over: { title: 'This link no longer works', lead: messages.emailChangeOver },
} as const;

export default function ChangeEmailPage() {
  const { token, state, isSignedIn } = useLoaderData<typeof loader>();
  if (state.kind === 'changed') {
    return (
      <AuthPage
        title="Email changed"
        lead="Your new email is confirmed. Use it to sign in from now on. We’ll send all emails there."
      >
        <Onwards isSignedIn={isSignedIn} />
      </AuthPage>
    );
  }
  if (state.kind === 'used') {
    return (
      <AuthPage
        title="Confirm the second email"
        lead={
          <>
            Open the email that we sent to <Masked email={state.waitingFor} /> and confirm the change there too. Nothing
            changes until then.
          </>
        }
      >
        <Onwards isSignedIn={isSignedIn} />
      </AuthPage>
    );
  }
  if (state.kind !== 'open') {
    return (
      <AuthPage {...over[state.kind]}>
        <Onwards isSignedIn={isSignedIn} />
      </AuthPage>
    );
  }
  const { side, username, to, isLast } = state;
  return (
    <AuthPage
      title={side === 'old' ? 'Confirm email change' : 'Confirm new email'}
      lead={
        side === 'old' ? (
          <>
            The account {username} will use <Masked email={to} /> instead of this address.
          </>
        ) : (
          <>
            The account {username} will use this address, <Masked email={to} />. Don’t confirm if this isn’t your
            account.
          </>
        )
      }
    >
      <LinkForm
        token={token}
        press={{
          label: side === 'old' ? 'Confirm change' : 'Confirm new email',
          busy: 'Confirming…',
          kind: 'primary',
        }}
      />
      <p className="dim mt-4">
        {side === 'old'
          ? 'If this wasn’t you, don’t confirm. Use the link in the email to cancel the change.'
          : isLast
            ? 'This completes the change.'
            : 'The change is complete when you also confirm it in the email to your current address.'}
      </p>
    </AuthPage>
  );
}

function Onwards({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? (
    <ButtonLink kind="primary" size="xl" full to="/settings/security">
      Continue to Security
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" size="xl" full to="/auth/sign-in?next=%2Fsettings%2Fsecurity">
      Sign in
    </ButtonLink>
  );
}

function Masked({ email }: { email: string }) {
  return <strong className="whitespace-nowrap">{email}</strong>;
}
