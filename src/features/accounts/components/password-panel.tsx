import { Form, useNavigation } from 'react-router';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { PasswordInput } from '#ui/field.tsx';
import { type Checks, useFormChecks } from '#ui/form-checks.ts';
import { Panel } from '#ui/panel.tsx';
import type { FormAnswer } from '../page-form.server.ts';
import { passwordAdvised, passwordLengthProblem, passwordMin } from '../password.rules.ts';
import { SaveRow } from './save-row.tsx';

const checks: Checks = {
  currentPassword: (value) => (value === '' ? 'Enter your present password.' : undefined),
  newPassword: (value) => passwordLengthProblem(value) ?? undefined,
};

export function PasswordPanel({ email, problem, saved }: { email: string } & Pick<FormAnswer, 'problem' | 'saved'>) {
  const { errors, attempt, props } = useFormChecks(checks, problem?.errors);
  const busy = useNavigation().formData?.has('newPassword') ?? false;
  return (
    <Panel title="Password">
      <Form method="post" {...props}>
        <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={problem ?? attempt} />
        {/* Password managers need to see whose password this is. */}
        <input type="email" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordInput label="Present password" name="currentPassword" required autoComplete="current-password" error={errors.currentPassword} />
        <PasswordInput
          label="New password"
          name="newPassword"
          required
          autoComplete="new-password"
          help={`At least ${passwordMin} characters; ${passwordAdvised} or more is better.`}
          error={errors.newPassword}
        />
        <SaveRow label="Change password" busyLabel="Changing…" busy={busy} saved={saved} />
      </Form>
    </Panel>
  );
}
