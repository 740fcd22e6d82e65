import { Form, useNavigation } from 'react-router';
import { decisionLimits } from '#features/moderation/words.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { CaseNoteView } from '../../contract.ts';

/** The admins' internal notes on a case. */
export function CaseNotes({
  notes,
  answer,
  now,
}: {
  notes: readonly CaseNoteView[];
  answer: FormAnswer | undefined;
  now: string;
}) {
  const { formData, state } = useNavigation();
  return (
    <Panel title="Internal notes" note="Only admins can see these notes. Notes can’t be edited." id="notes">
      {notes.length > 0 && (
        <ol className="adm-log mb-4" aria-label="Internal notes">
          {notes.map(({ id, byName, text, createdAt }) => (
            <li key={id}>
              <p className="adm-said" dir="auto">
                {text}
              </p>
              <p className="dim">
                <RelativeTime at={createdAt} now={now} ago /> · {byName ?? 'Former admin'}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Form method="post" preventScrollReset noValidate aria-label="Add note">
        <TextArea
          key={notes.length}
          label="Note"
          name="note"
          rows={3}
          maxLength={decisionLimits.note}
          defaultValue={answer?.problem ? answer.values?.note : ''}
          error={answer?.problem?.errors?.note}
        />
        <Button
          type="submit"
          name="act"
          value="note"
          className="mt-4"
          busy={state !== 'idle' && formData?.get('act') === 'note'}
        >
          Add note
        </Button>
      </Form>
    </Panel>
  );
}
