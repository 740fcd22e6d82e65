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
            ? 'It is answered.'
            : `${claimedByName ?? 'Another operator'} has taken it. After a day you can take it over.`}
        </p>
      )}
      {may.includes('claim') && (
        <Press act="claim" kind="primary" words={state === 'open' ? 'Take this report' : 'Take it over'}>
          You read the messages of the two, and nobody else answers it. That is recorded.
        </Press>
      )}
      {may.includes('answer') && <AnswerForm report={report} answer={answer} texts={texts} written={written} />}
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
