import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useNavigation,
} from 'react-router';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import {
  answerForm,
  cookieHeaders,
  type FormAnswer,
  pageClient,
  parseInput,
  text,
} from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import type { OpenedSession } from '#platform/identity/identity.ts';
import { countPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import { listWaysIn } from '#platform/identity/providers/provider-accounts.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { PasswordInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { Divider, TextLink } from '../components/forms/auth-page.tsx';
import { CodeField, codeCheck } from '../components/forms/code-field.tsx';
import { GoogleButton } from '../components/forms/google-button.tsx';
import { NoPasskeysHere } from '../components/passkeys/no-passkeys-here.tsx';
import { PasskeyConfirm } from '../components/passkeys/passkey-confirm.tsx';
import { hasFreshGoogle } from '../google/fresh-google.server.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { stepUpInput } from '../model/security.contract.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { isPasskeyKnown } from '../passkeys/known-passkey.server.ts';
import { stepUpByPasskeyForm } from '../passkeys/passkey-forms.server.ts';
import { passkeyHindrance } from '../passkeys/passkey-place.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { confirmIdentity } from '../step-up/confirm-identity.server.ts';
import { stepUpPage, stepUpPath } from '../step-up/step-up.rules.ts';
import { hasSteppedUp, hasVerifiedIdentity } from '../step-up/step-up.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, authPolicy, 'confirm who this is');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const next = nextOf(searchParams.get('next'), platform.config.appUrl);
  const always = searchParams.has('always');
  if (await (always ? hasVerifiedIdentity : hasSteppedUp)(platform, actor)) throw redirect(next);
  const [own, ways, passkeys, isCodeNeeded, isGoogleFresh] = await Promise.all([
    getOwnProfile(platform.db, actor.id),
    listWaysIn(platform.db, actor.id),
    countPasskeys(platform.db, actor.id),
    platform.identity.secondFactors.isOn(platform.db, actor.id),
    hasFreshGoogle(platform, actor),
  ]);
  return {
    next,
    here: stepUpPath(next, { always }),
    always,
    email: own.email,
    hasPassword: ways.some((way) => way.providerId === 'credential'),
    hasGoogle: ways.some((way) => way.providerId === 'google'),
    hasPasskey: passkeys > 0,
    isPasskeyFirst: isPasskeyKnown(args.request.headers.get('cookie')) || ways.length === 0,
    hindrance: passkeyHindrance(platform, args.request.headers.get('host')),
    isGoogleFresh,
    isCodeNeeded,
    kind: searchParams.get('with') === 'recovery' ? ('recovery' as const) : ('app' as const),
    answer: searchParams.get('google'),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, authPolicy, 'confirm who this is');
  return answerForm(form, [], async () => {
    const goOn = ({ cookies }: OpenedSession) =>
      redirect(nextOf(text(form, 'next'), platform.config.appUrl), { headers: cookieHeaders(cookies) });
    if (text(form, 'intent') === 'passkey') throw goOn(await stepUpByPasskeyForm(args, form, actor));
    const given = Object.fromEntries(
      ['password', 'code'].map((name) => [name, text(form, name)]).filter(([, value]) => value !== ''),
    );
    throw goOn(await confirmIdentity(platform, actor, parseInput(stepUpInput, given), pageClient(args)));
  });
}

/** Accepts only a path of this site, and never this page itself. */
function nextOf(given: string | null, appUrl: string): string {
  const next = ownPath(given, appUrl);
  return next === null || next.startsWith(stepUpPage) ? '/settings/security' : next;
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Verify your identity',
    description: 'Verify your identity before a sensitive change.',
    path: '/settings/security/confirm',
    noIndex: true,
  });

export default function ConfirmPage() {
  const facts = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { hasPassword, hasGoogle, isGoogleFresh, isCodeNeeded, hasPasskey, hindrance } = facts;
  const isPasswordRequired = hasPassword && !isGoogleFresh;
  const isPasskeyFirst = hasPasskey && facts.isPasskeyFirst && !hindrance;
  const passkey =
    hasPasskey &&
    (hindrance ? (
      <NoPasskeysHere hindrance={hindrance} path="/settings/security" quiet />
    ) : (
      <PasskeyConfirm next={facts.next} isFirst={isPasskeyFirst} />
    ));
  return (
    <Panel
      title="Verify your identity"
      note="We ask for this before sensitive changes. You won’t be asked again for 10 minutes."
    >
      <div className="max-w-[400px]">
        {isPasskeyFirst && passkey}
        {isPasskeyFirst && (hasPassword || hasGoogle) && <Divider>or</Divider>}
        {isGoogleFresh && isCodeNeeded && (
          <Note tone="success" className="mb-5">
            Verified with Google. Now enter your code.
          </Note>
        )}
        {(isPasswordRequired || (isGoogleFresh && isCodeNeeded)) && (
          <ProofForm
            key={String(isPasswordRequired)}
            {...facts}
            isPasswordRequired={isPasswordRequired}
            isQuiet={isPasskeyFirst}
          />
        )}
        {hasGoogle && !isGoogleFresh && (
          <div className={isPasswordRequired ? 'mt-6' : undefined}>
            <GoogleButton
              label="Verify with Google"
              purpose="confirm"
              next={facts.here}
              answer={facts.answer}
              onDone={(to) => void navigate(to, { replace: true })}
            />
            {isCodeNeeded && (
              <p className="dim mt-2 text-[0.8125rem]">Then you’ll enter the code from your authenticator app.</p>
            )}
          </div>
        )}
        {passkey && !isPasskeyFirst && <div className={hasPassword || hasGoogle ? 'mt-3' : undefined}>{passkey}</div>}
      </div>
    </Panel>
  );
}

function ProofForm({
  next,
  always,
  email,
  isCodeNeeded,
  isPasswordRequired,
  isQuiet,
  kind,
}: ReturnType<typeof useLoaderData<typeof loader>> & { isPasswordRequired: boolean; isQuiet: boolean }) {
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const checks: Checks = {
    ...(isPasswordRequired ? { password: (value) => (value === '' ? 'Enter your password.' : undefined) } : {}),
    ...(isCodeNeeded ? { code: codeCheck } : {}),
  };
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().formAction?.startsWith(stepUpPage) ?? false;
  const other = new URLSearchParams({
    next,
    ...(always && { always: '1' }),
    ...(kind === 'app' ? { with: 'recovery' } : {}),
  });
  return (
    <Form method="post" {...props}>
      <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={attempt} />
      <input type="hidden" name="next" value={next} />
      {isPasswordRequired && (
        <>
          {/* Password managers need to see whose password this is. */}
          <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <PasswordInput
            label="Password"
            name="password"
            mark={false}
            required
            autoComplete="current-password"
            error={errors.password}
          />
        </>
      )}
      {isCodeNeeded && (
        <>
          <CodeField
            kind={kind}
            error={errors.code}
            help={
              kind === 'app' ? 'Enter the code from your authenticator app.' : 'Enter one of your saved recovery codes.'
            }
          />
          <p className="mt-2 text-[0.8125rem]">
            <TextLink to={{ search: `?${other}` }} replace>
              {kind === 'app' ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
            </TextLink>
          </p>
        </>
      )}
      <Button
        type="submit"
        kind={isQuiet ? 'default' : 'primary'}
        size="xl"
        full
        busy={busy}
        busyLabel="Verifying…"
        className="mt-6"
      >
        Verify identity
      </Button>
    </Form>
  );
}
