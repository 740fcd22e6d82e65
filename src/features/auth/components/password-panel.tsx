import { Form, useNavigation } from 'react-router';
import { SaveRow } from '#features/members/widgets.tsx';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { PasswordInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { Panel } from '#ui/page/panel.tsx';
import { passwordAdvised, passwordLengthProblem, passwordMin } from '../passwords/password.rules.ts';
import { stepUpPath } from '../step-up/step-up.rules.ts';

const newPassword = (value: string) => passwordLengthProblem(value) ?? undefined;
const checks: Checks = {
  currentPassword: (value) => (value === '' ? 'Enter your current password.' : undefined),
  newPassword,
};

export interface PasswordPanelProps extends Pick<FormAnswer, 'problem' | 'saved'> {
  email: string;
  /** With a second factor the present password alone is not enough. */
  isConfirmNeeded: boolean;
}

export function PasswordPanel({ email, problem, saved, isConfirmNeeded }: PasswordPanelProps) {
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().formData?.get('intent') === 'change-password';
  if (isConfirmNeeded) {
    return (
      <Panel title="Password" note="Verify your identity to change your password.">
        <ButtonLink to={stepUpPath('/settings/security')}>Change password…</ButtonLink>
      </Panel>
    );
  }
  return (
    <Panel title="Password">
      <Form method="post" {...props}>
        <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={attempt} />
        <input type="hidden" name="intent" value="change-password" />
        {/* Password managers need to see whose password this is. */}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          name="currentPassword"
          required
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <NewPassword error={errors.newPassword} />
        <SaveRow label="Change password" busyLabel="Changing…" busy={busy} saved={saved} />
      </Form>
    </Panel>
  );
}

/** For an account that signs in with Google alone. The panel that replaces this one confirms the addition. */
export function AddPasswordPanel({
  email,
  problem,
  isSteppedUp,
}: { email: string; isSteppedUp: boolean } & Pick<FormAnswer, 'problem'>) {
  const { errors, attempt, props } = useFormChecks({ newPassword }, problem);
  const busy = useNavigation().formData?.get('intent') === 'add-password';
  return (
    <Panel title="Password" note="You don’t have a password yet. Add one to sign in with your email and password.">
      {isSteppedUp ? (
        <Form method="post" {...props}>
          <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={attempt} />
          <input type="hidden" name="intent" value="add-password" />
          <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <NewPassword error={errors.newPassword} />
          <Button type="submit" kind="primary" busy={busy} busyLabel="Adding…" className="mt-6">
            Add a password
          </Button>
        </Form>
      ) : (
        <>
          <ButtonLink to={stepUpPath('/settings/security')}>Add a password…</ButtonLink>
          <p className="dim mt-2 text-[0.8125rem]">We’ll ask you to verify your identity first.</p>
        </>
      )}
    </Panel>
  );
}

function NewPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordInput
      label="New password"
      name="newPassword"
      required
      autoComplete="new-password"
      help={`At least ${passwordMin} characters. ${passwordAdvised} or more is better.`}
      error={error}
    />
  );
}
