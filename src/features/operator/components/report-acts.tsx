import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextArea } from '#ui/field.tsx';
import { Note, Panel } from '#ui/panel.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import type { ReportPageAnswer } from '../act-on-report.server.ts';
import type { NamedReportView } from '../contract.ts';

const decisions = [
  {
    value: 'upheld',
    label: 'It breaks the rules',
    means: 'Counted against the member. Suspend them, or take a listing off sale, on their own pages.',
  },
  { value: 'dismissed', label: 'It does not', means: 'Nothing follows for the member.' },
];

/** What can be done with a report now. */
export function ReportActs({ report, answer }: { report: NamedReportView; answer: ReportPageAnswer | undefined }) {
  const { may, state, claimedByName } = report;
  const problem = answer?.problem;
  return (
    <Panel title="Actions" id="actions">
      {problem && !problem.errors && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      {may.length === 0 && (
        <p className="dim">
          {state === 'answered' ? 'It is answered.' : `${claimedByName ?? 'Another operator'} has taken it. After a day you can take it over.`}
        </p>
      )}
      {may.includes('claim') && (
        <Press act="claim" kind="primary" words={state === 'open' ? 'Take this report' : 'Take it over'}>
          You read the messages of the two, and nobody else answers it. That is recorded.
        </Press>
      )}
      {may.includes('answer') && <AnswerForm answer={answer} />}
      {may.includes('return') && (
        <Press act="return" words="Give it back">
          Another operator can take it then.
        </Press>
      )}
    </Panel>
  );
}

function Press({ act, words, kind, children }: { act: string; words: string; kind?: 'primary'; children: string }) {
  const { formData, state } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="adm-act">
      <p className="dim mb-4">{children}</p>
      <Button type="submit" name="act" value={act} kind={kind ?? 'default'} busy={state !== 'idle' && formData?.get('act') === act}>
        {words}
      </Button>
    </Form>
  );
}

function AnswerForm({ answer }: { answer: ReportPageAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer ?? {};
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Answer" className="adm-act">
      <ErrorSummary errors={problem?.errors} attempt={problem} />
      <RadioCards
        legend="What you found"
        name="decision"
        required
        options={decisions}
        defaultValue={values?.decision}
        error={problem?.errors?.decision && 'Choose one.'}
      />
      <TextArea
        label="To the reporter"
        name="toReporter"
        required
        rows={4}
        maxLength={1_000}
        defaultValue={values?.toReporter}
        error={problem?.errors?.toReporter}
        help="Mailed to them, and shown among their reports."
      />
      <TextArea
        label="To the reported member"
        name="toReported"
        rows={4}
        maxLength={1_000}
        defaultValue={values?.toReported}
        error={problem?.errors?.toReported}
        help="What they did, what follows, and why. Needed where it breaks the rules; else leave it empty, and they hear nothing. Don’t say who reported."
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
  );
}
