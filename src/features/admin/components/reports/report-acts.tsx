import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { NamedReportView } from '../../contract.ts';
import type { ReportPageAnswer } from '../../reports/act-on-report.server.ts';
import { AnswerForm, type Written } from './report-answer.tsx';

interface Props extends Written {
  report: NamedReportView;
  answer: ReportPageAnswer | undefined;
}

/** What can be done with a report now. */
export function ReportActs({ report, answer, texts, written }: Props) {
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
          {state === 'answered'
            ? 'This report is closed.'
            : `Assigned to ${claimedByName ?? 'another admin'}. You can reassign the report to yourself 24 hours after it was assigned.`}
        </p>
      )}
      {may.includes('claim') && (
        <Press act="claim" kind="primary" words={state === 'open' ? 'Assign to me' : 'Reassign to me'}>
          You can then read the messages, and only you can close the report. This is recorded in the audit log.
        </Press>
      )}
      {may.includes('answer') && <AnswerForm report={report} answer={answer} texts={texts} written={written} />}
      {may.includes('return') && (
        <Press act="return" words="Unassign report">
          Another admin can then be assigned.
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
      <Button
        type="submit"
        name="act"
        value={act}
        kind={kind ?? 'default'}
        busy={state !== 'idle' && formData?.get('act') === act}
      >
        {words}
      </Button>
    </Form>
  );
}
