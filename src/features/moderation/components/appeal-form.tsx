import { Form, useNavigation } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import type { Decision } from '../contract.ts';
import { decisionLimits } from '../model/decision.rules.ts';

/** The form of an appeal. */
export function AppealForm({ decision, answer }: { decision: Decision; answer: FormAnswer | undefined }) {
  const { problem, values } = answer ?? {};
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Send appeal">
      <p className="dim mb-4">
        You can appeal once, until {dayMonthYear(new Date(decision.appealUntil))}. If possible, a different team member
        reviews your appeal.
      </p>
      <ErrorSummary errors={problem?.errors} message={problem?.message} attempt={problem} />
      <TextArea
        label="Reason for your appeal"
        help="Explain why the decision is wrong."
        name="text"
        required
        rows={6}
        maxLength={decisionLimits.appeal}
        defaultValue={values?.text}
        error={problem?.errors?.text}
      />
      <Button
        type="submit"
        kind="primary"
        className="mt-4"
        busy={useNavigation().formMethod === 'POST'}
        busyLabel="Sending…"
      >
        Send appeal
      </Button>
    </Form>
  );
}
