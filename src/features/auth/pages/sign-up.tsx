import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { LocationField, UsernameField } from '#features/members/widgets.tsx';
import { isEmail, normalizeEmail, usernameProblem } from '#features/members/words.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, pageClient, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import { PasswordInput } from '#ui/form/field.tsx';
import type { Checks } from '#ui/form/form-checks.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { AuthServices } from '../components/auth-services.tsx';
import { AuthForm, EmailField } from '../components/forms/auth-form.tsx';
import { AuthPage, TextLink } from '../components/forms/auth-page.tsx';
import { ContinueWithGoogle } from '../components/forms/continue-with-google.tsx';
import { IntentLine } from '../components/forms/intent-line.tsx';
import { useCreationForm } from '../components/forms/use-creation-form.ts';
import { signUpForm } from '../contract.ts';
import { messages } from '../model/messages.ts';
import { passwordAdvised, passwordLengthProblem, passwordMin } from '../passwords/password.rules.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { landingFor } from '../sign-in/landing.server.ts';
import { openAccount } from '../sign-up/open-account.server.ts';
import { openAgain } from '../sign-up/open-again.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform } = pageScope(context);
  const next = new URL(request.url).searchParams.get('next');
  return { next: ownPath(next, platform.config.appUrl) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const form = await request.formData();
  const fields = ['email', 'username', 'location'];
  return answerForm(form, fields, async () => {
    const input = parseInput(signUpForm, { ...typed(form, fields), password: text(form, 'password') });
    const open = text(form, 'again') === '' ? openAccount : openAgain;
    const { userId, session } = await open(platform, input, pageClient({ request, context }), actor);
    throw redirect(await landingFor(platform, userId, text(form, 'next')), { headers: cookieHeaders(session.cookies) });
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Create account',
    description: 'Create an account to buy and sell trading cards. The Free plan includes 2 active listings.',
    path: '/auth/sign-up',
  });

const checks: Checks = {
  email: (value) => (isEmail(normalizeEmail(value)) ? undefined : messages.emailInvalid),
  username: (value) => usernameProblem(value.trim()) ?? undefined,
  location: (value) => (value.trim() === '' ? 'Enter your location.' : undefined),
  password: (value) => passwordLengthProblem(value) ?? undefined,
};

export default function SignUpPage() {
  const { next } = useLoaderData<typeof loader>();
  const creation = useCreationForm({ at: '/auth/sign-up', checks, next });
  const { errors, values } = creation;
  return (
    <AuthPage
      title="Create account"
      lead={
        <>
          Already a member?{' '}
          <TextLink to={`/auth/sign-in${next ? `?next=${encodeURIComponent(next)}` : ''}`}>Sign in</TextLink>
        </>
      }
    >
      <AuthServices />
      <IntentLine next={next} page="sign-up" />
      <AuthForm {...creation.form} submit="Create account" busyLabel="Creating account…">
        <input type="hidden" name="next" defaultValue={next ?? ''} ref={creation.next.field} />
        <input type="hidden" name="again" value={creation.isAgain ? '1' : ''} readOnly />
        <EmailField autoComplete="email" enterKeyHint="next" defaultValue={values?.email} error={errors.email} />
        <UsernameField mark={false} enterKeyHint="next" defaultValue={values?.username} error={errors.username} />
        <LocationField mark={false} enterKeyHint="next" defaultValue={values?.location} error={errors.location} />
        <PasswordInput
          label="Password"
          name="password"
          mark={false}
          required
          autoComplete="new-password"
          enterKeyHint="go"
          help={`At least ${passwordMin} characters. ${passwordAdvised} or more is better. A few words in a row are easy to remember.`}
          error={errors.password}
        />
      </AuthForm>
      <p role="status" className="dim mt-3">
        {creation.said}
      </p>
      <p className="dim mt-4 text-[0.8125rem] leading-[1.125rem]">
        The <TextLink to="/privacy-policy">privacy policy</TextLink> explains what we store about you and why.
      </p>
      <ContinueWithGoogle next={next} {...creation.next} answer={null} />
    </AuthPage>
  );
}
