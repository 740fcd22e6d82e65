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
    label: 'The appeal is right',
    means: 'The decision does not hold any more. What it hid is shown again, and what it limited is free.',
  },
  { value: 'upheld', label: 'The decision stands', means: 'Nothing changes. There is no second appeal.' },
];

/** What can be done with an appeal now. */
export function AppealActs({ decision, answer }: { decision: AppealView; answer: FormAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer ?? {};
  const errors = withOwnSentences(problem?.errors, { outcome: 'Say what you found.' });
  const said = decision.answer;
  if (!decision.may.includes('answer'))
    return (
      <Panel title="Answer" id="actions">
        {said ? (
          <>
            <p className="dim">Answered by {decision.answeredByName ?? 'an operator who has left'}:</p>
            <p className="adm-said" dir="auto">
              {said.text}
            </p>
          </>
        ) : (
          <p className="dim">
            {decision.appeal ? 'Another operator than the one who decided answers it.' : 'Nobody appeals against it.'}
          </p>
        )}
      </Panel>
    );
  return (
    <Panel title="Answer" id="actions">
      <Form method="post" preventScrollReset noValidate aria-label="Answer the appeal">
        <ErrorSummary errors={errors} message={problem?.message} attempt={problem} />
        <RadioCards
          legend="What you found"
          name="outcome"
          required
          options={outcomes}
          defaultValue={values?.outcome}
          error={errors?.outcome}
        />
        <TextArea
          label="To the member"
          name="answer"
          required
          rows={5}
          maxLength={decisionLimits.reason}
          defaultValue={values?.answer}
          error={problem?.errors?.answer}
          help="Mailed to them, and shown with the decision."
        />
        <Button
          type="submit"
          name="act"
          value="answer"
          kind="primary"
          className="mt-4"
          busy={state !== 'idle' && formData?.get('act') === 'answer'}
          busyLabel="Sending…"
        >
          Answer
        </Button>
      </Form>
    </Panel>
  );
}
