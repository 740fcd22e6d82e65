import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { invalid } from '#kernel/refusal.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PasswordInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { AuthForm } from '../components/forms/auth-form.tsx';
import { AuthPage } from '../components/forms/auth-page.tsx';
import { messages } from '../model/messages.ts';
import { resetPasswordInput } from '../model/security.contract.ts';
import { passwordAdvised, passwordLengthProblem, passwordMin } from '../passwords/password.rules.ts';
import { findResetLink, resetPassword } from '../passwords/reset-password.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { platform } = pageScope(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return { token, link: await findResetLink(platform, token) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, [], async () => {
    const [token, secondFactor] = [text(form, 'token'), text(form, 'secondFactor') || undefined];
    const input = parseInput(resetPasswordInput, { token, newPassword: text(form, 'newPassword'), secondFactor });
    if (!secondFactor && (await findResetLink(platform, token))?.asksFactor) throw invalid({ secondFactor: sayWhose });
    await resetPassword(platform, input);
    // This browser's session was ended with all others.
    throw redirect('/auth/sign-in?changed=1', { headers: cookieHeaders(platform.identity.clearedCookies()) });
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Choose a new password',
    description: 'Choose a new password for your account.',
    path: '/auth/reset-password',
    isSecret: true,
  });

const sayWhose = 'Choose whether to keep the authenticator app.';
const checks: Checks = { newPassword: (value) => passwordLengthProblem(value) ?? undefined };
const whose = [
  { value: 'keep', label: 'Keep authenticator app', means: 'Choose this if you set it up. Signing in needs its code.' },
  {
    value: 'drop',
    label: 'Remove authenticator app',
    means: 'Choose this if you didn’t set it up. Its recovery codes are removed too.',
  },
];

export default function ResetPasswordPage() {
  const { token, link } = useLoaderData<typeof loader>();
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().state === 'submitting';
  if (!link) {
    return (
      <AuthPage title="This link no longer works" lead={messages.resetLinkOver}>
        <ButtonLink kind="primary" size="xl" full to="/auth/forgot-password">
          Request a new link
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Choose a new password"
      lead="All your devices will be signed out. Then sign in with the new password."
    >
      <AuthForm
        {...props}
        errors={errors}
        problem={problem}
        attempt={attempt}
        busy={busy}
        submit="Save password"
        busyLabel="Saving…"
      >
        <input type="hidden" name="token" value={token} />
        <PasswordInput
          label="New password"
          name="newPassword"
          mark={false}
          required
          autoComplete="new-password"
          enterKeyHint="go"
          help={`At least ${passwordMin} characters. ${passwordAdvised} or more is better.`}
          error={errors.newPassword}
        />
        {link.asksFactor && (
          <RadioCards
            legend="Authenticator app added before your email was confirmed"
            name="secondFactor"
            required
            options={whose}
            error={errors.secondFactor}
          />
        )}
      </AuthForm>
    </AuthPage>
  );
}
