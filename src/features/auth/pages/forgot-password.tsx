import { type ActionFunctionArgs, type MetaArgs, useNavigation } from 'react-router';
import { isEmail, normalizeEmail } from '#features/members/words.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { AuthForm, EmailField } from '../components/forms/auth-form.tsx';
import { AuthPage, TextLink } from '../components/forms/auth-page.tsx';
import { messages } from '../model/messages.ts';
import { requestResetInput } from '../model/security.contract.ts';
import { requestPasswordReset } from '../passwords/reset-password.server.ts';
import { resetLinkLasts } from '../redirect/reset-link.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  const { platform } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, ['email'], async (): Promise<FormAnswer> => {
    const { email } = parseInput(requestResetInput, { email: text(form, 'email') });
    await requestPasswordReset(platform, email, pageClient({ request, context }));
    return { saved: email };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Reset password',
    description: 'Get a link to choose a new password.',
    path: '/auth/forgot-password',
    noIndex: true,
  });

const checks: Checks = { email: (value) => (isEmail(normalizeEmail(value)) ? undefined : messages.emailInvalid) };

export default function ForgotPasswordPage() {
  const { problem, values, saved } = useFormAnswer<FormAnswer>() ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().state === 'submitting';
  return (
    <AuthPage
      title="Reset password"
      lead={
        saved
          ? 'No email? Check your spam folder, or send it again.'
          : 'Enter your email address. If there’s an account, we’ll send you a reset link.'
      }
    >
      {saved && (
        <Note tone="success" role="status" className="mb-6">
          If there’s an account for {saved}, we’ve emailed you a link. It works for {resetLinkLasts}.
        </Note>
      )}
      <AuthForm
        {...props}
        errors={errors}
        problem={problem}
        attempt={attempt}
        busy={busy}
        submit={saved ? 'Send again' : 'Send reset link'}
        kind={saved ? 'default' : 'primary'}
        busyLabel="Sending…"
      >
        <EmailField defaultValue={values?.email} error={errors.email} />
      </AuthForm>
      <p className="mt-5">
        <TextLink to="/auth/sign-in">Back to sign in</TextLink>
      </p>
    </AuthPage>
  );
}
