import { type FormEvent, useId } from 'react';
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { isEmail, normalizeEmail } from '#features/members/words.ts';
import { pageScope } from '#platform/http/page.ts';
import {
  answerForm,
  cookieHeaders,
  type FormAnswer,
  pageClient,
  parseInput,
  text,
} from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { PasswordInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { AuthServices } from '../components/auth-services.tsx';
import { AuthForm, EmailField } from '../components/forms/auth-form.tsx';
import { AuthPage, Divider, TextLink } from '../components/forms/auth-page.tsx';
import { ContinueWithGoogle } from '../components/forms/continue-with-google.tsx';
import { IntentLine } from '../components/forms/intent-line.tsx';
import { useNext } from '../components/forms/use-next.ts';
import { PasskeySignIn } from '../components/passkeys/passkey-sign-in.tsx';
import { signInInput } from '../contract.ts';
import { messages } from '../model/messages.ts';
import { isPasskeyKnown } from '../passkeys/known-passkey.server.ts';
import { signInByPasskeyForm } from '../passkeys/passkey-forms.server.ts';
import { passkeyHindrance } from '../passkeys/passkey-place.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { secondStepPath } from '../second-factor/finish-second-step.server.ts';
import { keepPathOf } from '../sign-in/kept-account.server.ts';
import { landingFor } from '../sign-in/landing.server.ts';
import { signIn } from '../sign-in/sign-in.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform } = pageScope(context);
  const { searchParams } = new URL(request.url);
  const next = ownPath(searchParams.get('next'), platform.config.appUrl);
  const { headers } = request;
  return {
    next,
    isChanged: searchParams.has('changed'),
    second: searchParams.get('second'),
    answer: searchParams.get('google'),
    hindrance: passkeyHindrance(platform, headers.get('host')),
    isPasskeyKnown: isPasskeyKnown(headers.get('cookie')),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, ['email'], async () => {
    if (text(form, 'intent') === 'passkey') return signInByPasskeyForm({ request, context }, form);
    const input = parseInput(signInInput, { email: text(form, 'email'), password: text(form, 'password') });
    const answer = await signIn(platform, input, pageClient({ request, context }), actor).catch((error: unknown) => {
      const path = keepPathOf(error);
      throw path ? redirect(path) : error;
    });
    if (answer.kind === 'second-factor') {
      throw redirect(secondStepPath(ownPath(text(form, 'next'), platform.config.appUrl) ?? ''), {
        headers: cookieHeaders(answer.cookies),
      });
    }
    throw redirect(await landingFor(platform, answer.userId, text(form, 'next')), {
      headers: cookieHeaders(answer.session.cookies),
    });
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in to buy and sell trading cards.',
    path: '/auth/sign-in',
  });

const checks: Checks = {
  email: (value) => (isEmail(normalizeEmail(value)) ? undefined : messages.emailInvalid),
  password: (value) => (value === '' ? 'Enter your password.' : undefined),
};

/** How a second step ended without a session, by the code in the address. */
const secondStepEnds = new Map<string | null, string>([
  ['second_step_over', messages.secondStepOver],
  ['second_step_failed', messages.secondStepFailed],
]);

export default function SignInPage() {
  const { next, isChanged, second, answer, hindrance, isPasskeyKnown } = useLoaderData<typeof loader>();
  const { problem, values } = useFormAnswer<FormAnswer>() ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const { field, update } = useNext(next);
  const busy = useNavigation().formAction?.startsWith('/auth/sign-in') ?? false;
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  const id = useId();
  const isFirst = isPasskeyKnown && hindrance === null;
  const passkey = <PasskeySignIn isFirst={isFirst} hindrance={hindrance} field={field} update={update} />;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    props.onSubmit(event);
    update();
  };
  return (
    <AuthPage
      title="Sign in"
      lead={
        <>
          New here? <TextLink to={`/auth/sign-up${query}`}>Create account</TextLink>
        </>
      }
    >
      <AuthServices />
      <IntentLine next={next} page="sign-in" />
      {isChanged && !problem && (
        <Note tone="success" role="status" className="mb-6">
          Password changed. Sign in with the new password.
        </Note>
      )}
      {secondStepEnds.has(second) && !problem && (
        <Note tone="warning" role="status" className="mb-6">
          {secondStepEnds.get(second)}
        </Note>
      )}
      {isFirst && (
        <>
          {passkey}
          <Divider>or use your password</Divider>
        </>
      )}
      <AuthForm
        {...props}
        onSubmit={submit}
        aria-describedby={next ? id : undefined}
        errors={errors}
        problem={problem}
        attempt={attempt}
        busy={busy}
        submit="Sign in"
        busyLabel="Signing in…"
        kind={isFirst ? 'default' : 'primary'}
      >
        {next && (
          <p id={id} className="sr">
            You’ll return to the page that you were on.
          </p>
        )}
        <input type="hidden" name="next" defaultValue={next ?? ''} ref={field} />
        <EmailField
          autoComplete="username webauthn"
          enterKeyHint="next"
          defaultValue={values?.email}
          error={errors.email}
        />
        <PasswordInput
          label="Password"
          name="password"
          mark={false}
          required
          autoComplete="current-password"
          enterKeyHint="go"
          error={errors.password}
        />
        <p className="mt-2 text-[0.8125rem]">
          <TextLink to="/auth/forgot-password">Forgot your password?</TextLink>
        </p>
      </AuthForm>
      <ContinueWithGoogle next={next} field={field} update={update} answer={answer} />
      {!isFirst && <div className="mt-3">{passkey}</div>}
    </AuthPage>
  );
}
