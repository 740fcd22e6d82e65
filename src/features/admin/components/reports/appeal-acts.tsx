import { Form, useNavigation } from 'react-router';
import { decisionLimits } from '#features/moderation/words.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { withOwnSentences } from '#ui/page/own-sentences.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { AppealView } from '../../contract.ts';

const outcomes = [
  {
    value: 'overturned',
    label: 'Decision reversed',
    means: 'Hidden content is shown again. A restriction or suspension ends.',
  },
  { value: 'upheld', label: 'Decision upheld', means: 'Nothing changes. The member can’t appeal again.' },
];

/** What can be done with an appeal now. */
export function AppealActs({ decision, answer }: { decision: AppealView; answer: FormAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer ?? {};
  const errors = withOwnSentences(problem?.errors, { outcome: 'Select a decision.' });
  const said = decision.answer;
  if (!decision.may.includes('answer'))
    return (
      <Panel title="Appeal decision" id="actions">
        {said ? (
          <>
            <p className="dim">Decided by {decision.answeredByName ?? 'a former admin'}:</p>
            <p className="adm-said" dir="auto">
              {said.text}
            </p>
          </>
        ) : (
          <p className="dim">
            {decision.appeal ? 'Another admin must decide this appeal.' : 'The member hasn’t appealed.'}
          </p>
        )}
      </Panel>
    );
  return (
    <Panel title="Appeal decision" id="actions">
      <Form method="post" preventScrollReset noValidate aria-label="Decide appeal">
        <ErrorSummary errors={errors} message={problem?.message} attempt={problem} />
        <RadioCards
          legend="Decision"
          name="outcome"
          required
          options={outcomes}
          defaultValue={values?.outcome}
          error={errors?.outcome}
        />
        <TextArea
          label="Message to the member"
          name="answer"
          required
          rows={5}
          maxLength={decisionLimits.reason}
          defaultValue={values?.answer}
          error={problem?.errors?.answer}
          help="Emailed to the member and shown with the decision."
        />
        <Button
          type="submit"
          name="act"
          value="answer"
          kind="primary"
          className="mt-4"
          busy={state !== 'idle' && formData?.get('act') === 'answer'}
          busyLabel="Deciding…"
        >
          Decide appeal
        </Button>
      </Form>
    </Panel>
  );
}
