import { Form, Link, useNavigation } from 'react-router';
import type { StatementText } from '#features/moderation/contract.ts';
import { decisionTimes, houseRuleCodes, houseRules, usualRule } from '#features/moderation/words.ts';
import { formatUnit } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextArea } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { withOwnSentences } from '#ui/page/own-sentences.ts';
import type { NamedReportView } from '../../contract.ts';
import type { ReportPageAnswer } from '../../reports/act-on-report.server.ts';

export interface Written {
  /** Text templates, filled in for this report. */
  texts: readonly StatementText[];
  /** Those that were taken over. */
  written: { toReporter: string; toReported: string };
}

const decisions = [
  {
    value: 'upheld',
    label: 'Violation',
    means: 'Recorded on the member’s account. The member sees the rule, the action and how to appeal.',
  },
  { value: 'dismissed', label: 'No violation', means: 'No consequences for the member.' },
];

interface Props extends Written {
  report: NamedReportView;
  answer: ReportPageAnswer | undefined;
}

/** The form of a report's outcome, and what both sides read of it. */
export function AnswerForm({ report, answer, texts, written }: Props) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer ?? {};
  const errors = withOwnSentences(problem?.errors, { decision: 'Select a decision.' });
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Close report" className="adm-act">
      <ErrorSummary errors={errors} attempt={problem} />
      <RadioCards
        legend="Decision"
        name="decision"
        required
        options={decisions}
        defaultValue={values?.decision}
        error={errors?.decision}
      />
      <Select
        label="Rule"
        name="rule"
        defaultValue={values?.rule ?? usualRule(report.reasonCode)}
        error={problem?.errors?.rule}
        help="Shown to both members if there is a violation."
      >
        {houseRuleCodes.map((code) => (
          <option key={code} value={code}>
            {houseRules[code]}
          </option>
        ))}
      </Select>
      {report.measures.length > 0 && (
        <Select label="Action" name="measure" defaultValue={values?.measure ?? ''} error={problem?.errors?.measure}>
          <option value="">No action (keep on record)</option>
          {report.measures.map((measure) => (
            <option key={measure} value={measure}>
              {measureWords[measure]}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        key={`reporter ${written.toReporter}`}
        label="Message to the reporter"
        name="toReporter"
        required
        rows={4}
        maxLength={1_000}
        defaultValue={values?.toReporter ?? written.toReporter}
        error={problem?.errors?.toReporter}
        help="Emailed to the reporter and shown with their reports."
      />
      <Texts texts={texts} reader="reporter" field="toReporter" />
      <TextArea
        key={`reported ${written.toReported}`}
        label="Message to the reported member"
        name="toReported"
        rows={4}
        maxLength={1_000}
        defaultValue={values?.toReported ?? written.toReported}
        error={problem?.errors?.toReported}
        help="Required for a violation. If empty, the member isn’t notified. Don’t name the reporter."
      />
      <Texts texts={texts} reader="reported" field="toReported" />
      <Button
        type="submit"
        name="act"
        value="answer"
        kind="primary"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('act') === 'answer'}
        busyLabel="Closing…"
      >
        Close report
      </Button>
    </Form>
  );
}

const measureWords: Record<NamedReportView['measures'][number], string> = {
  hide: 'Hide content',
  warn: 'Warn member',
  limit: `Restrict member for ${formatUnit(decisionTimes.limitDays, 'day')}`,
  suspend: 'Suspend member',
};

/** The texts for one side, each a link that fills its field. */
function Texts({
  texts,
  reader,
  field,
}: {
  texts: readonly StatementText[];
  reader: StatementText['reader'];
  field: keyof Written['written'];
}) {
  const own = texts.filter((one) => one.reader === reader);
  if (own.length === 0) return null;
  return (
    <p className="adm-n">
      Templates:{' '}
      {own.map(({ id, name }, i) => (
        <span key={id}>
          {i > 0 && ' · '}
          <Link className="link" to={`?${field}=${id}`} preventScrollReset>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
