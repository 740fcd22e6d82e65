import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { dayMonthYear, timeAgo, timeLeft } from '#kernel/time.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, answerRenewed, type FormAnswer, pageClient, text } from '#platform/http/page-form.server.ts';
import { callWithToken, problemAnswer } from '#platform/http/requests/call-with-token.ts';
import { listWaysIn } from '#platform/identity/providers/provider-accounts.server.ts';
import { listSessions } from '#platform/identity/sessions/sessions.server.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { presentEmailChange } from '../change-email/change-email.api.server.ts';
import { findEmailChange } from '../change-email/email-change.server.ts';
import { AuthenticatorPanel, RecoveryCodesPanel } from '../components/authenticator-panel.tsx';
import { DevicesPanel } from '../components/devices-panel.tsx';
import { EmailPanel } from '../components/email-panel.tsx';
import { PasskeysPanel } from '../components/passkeys/passkeys-panel.tsx';
import { AddPasswordPanel, PasswordPanel } from '../components/password-panel.tsx';
import { WaysInPanel } from '../components/sign-in-methods-panel.tsx';
import { findLinkOffer } from '../google/link-accounts.server.ts';
import { presentWayIn } from '../google/sign-in-methods.api.server.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { changePasskeys, isPasskeyIntent, passkeyPanel } from '../passkeys/passkey-forms.server.ts';
import { findSecondFactor } from '../second-factor/second-factor.queries.server.ts';
import { presentDevice } from '../sign-in/sessions/devices.present.server.ts';
import { actOnSecurity } from '../step-up/security-acts.server.ts';
import { stepUpCode, stepUpPath } from '../step-up/step-up.rules.ts';
import { hasSteppedUp } from '../step-up/step-up.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, authPolicy, 'read one’s own');
  const { platform } = pageScope(args.context);
  const now = platform.clock.now();
  const [own, sessions, rows, offer, isSteppedUp, change, passkeys, factor] = await Promise.all([
    getOwnProfile(platform.db, actor.id),
    listSessions(platform.db, actor.id, now),
    listWaysIn(platform.db, actor.id),
    findLinkOffer(platform, actor),
    hasSteppedUp(platform, actor),
    findEmailChange(platform.db, actor.id, now),
    passkeyPanel(args, actor),
    findSecondFactor(platform, actor),
  ]);
  const ways = rows.map((row) => ({ ...presentWayIn(row), since: timeAgo(row.createdAt, now) }));
  const devices = sessions.map((row) => ({
    ...presentDevice(row, actor.sessionId),
    since: timeAgo(row.createdAt, now),
  }));
  const hasPassword = ways.some((way) => way.providerId === 'credential');
  const pending = change && { ...presentEmailChange(change), left: timeLeft(change.expiresAt, now) };
  const second = { factor, since: factor.enabledAt === null ? null : dayMonthYear(new Date(factor.enabledAt)) };
  const answer = new URL(args.request.url).searchParams.get('google');
  return {
    account: actor.id,
    email: own.email,
    isVerified: own.isEmailVerified,
    hasPassword,
    pending,
    devices,
    ways,
    offer,
    isSteppedUp,
    answer,
    passkeys,
    second,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, authPolicy, 'read one’s own');
  return answerForm(form, ['intent', 'newEmail'], async () => {
    if (isPasskeyIntent(text(form, 'intent'))) return changePasskeys(args, form, actor);
    const { saved, session = null } = await actOnSecurity({ platform, actor, form, client: pageClient(args) });
    return answerRenewed(args, actor, session, {
      ...(saved === undefined ? {} : { saved }),
      values: { intent: text(form, 'intent') },
    });
  });
}

/**
 * AP-06: with JavaScript the page calls the API with a bearer token; without it, and for all other forms, the action
 * above answers.
 */
export async function clientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<ReturnType<typeof problemAnswer> | FormAnswer> {
  const form = await request.clone().formData();
  if (form.get('intent') !== 'link-google') return (await serverAction<typeof action>()) as FormAnswer;
  const input = { email: form.get('email'), currentUserId: form.get('currentUserId') };
  const answer = await callWithToken<{ message: string }>('/api/auth/link-accounts', input);
  if (answer.problem?.code === stepUpCode) throw redirect(stepUpPath('/settings/security'));
  return answer.problem ? problemAnswer(answer) : { saved: answer.body.message, values: { intent: 'link-google' } };
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Security',
    description: 'Email, password, sign-in methods and devices.',
    path: '/settings/security',
    noIndex: true,
  });

/** A short list: each panel is a component, and larger flows are pages below this one. */
export default function SettingsSecurityPage() {
  const {
    account,
    email,
    isVerified,
    hasPassword,
    pending,
    devices,
    ways,
    offer,
    isSteppedUp,
    answer,
    passkeys,
    second,
  } = useLoaderData<typeof loader>();
  const said = useFormAnswer<FormAnswer>();
  /** The result of the last form, for its own panel. */
  const answerTo = (...intents: string[]): FormAnswer =>
    said && intents.includes(said.values?.intent ?? '') ? said : {};
  const password = answerTo('change-password', 'add-password');
  return (
    <>
      <EmailPanel
        email={email}
        isVerified={isVerified}
        pending={pending}
        isSteppedUp={isSteppedUp}
        said={answerTo('change-email', 'resend-email', 'cancel-email')}
      />
      {hasPassword ? (
        <PasswordPanel
          key={password.saved}
          email={email}
          problem={password.problem}
          saved={password.saved}
          isConfirmNeeded={second.factor.enabled && !isSteppedUp}
        />
      ) : (
        <AddPasswordPanel email={email} problem={password.problem} isSteppedUp={isSteppedUp} />
      )}
      <PasskeysPanel {...passkeys} />
      <WaysInPanel
        account={account}
        ways={ways}
        offer={offer}
        isSteppedUp={isSteppedUp}
        answer={answer}
        isLastWayIn={passkeys.isLastWayIn}
      />
      <AuthenticatorPanel {...second} />
      {second.factor.enabled && <RecoveryCodesPanel left={second.factor.backupCodesLeft} />}
      <DevicesPanel devices={devices} />
    </>
  );
}
