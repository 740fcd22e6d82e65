import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { DoneNotice } from '../done-notice.tsx';

export interface HideAnswer extends FormAnswer {
  done?: string;
}

export interface HideActionsProps {
  may: readonly ('hide' | 'release')[];
  answer: HideAnswer | undefined;
  /** `review`: what is hidden, as the buttons call it. */
  thing: string;
  /** What the buttons call hiding and showing, and while they do. */
  verbs?: Record<'hide' | 'hiding' | 'show' | 'showing', string>;
  /** What hiding does, and showing again, in a sentence each. */
  hides: string;
  shows: string;
  /** Who reads the reason. */
  reads: string;
  /** The question above the reason. */
  children?: ReactNode;
  /** Shown where this admin may do neither. */
  otherwise: string;
}

const usualVerbs = { hide: 'Hide', hiding: 'Hiding…', show: 'Restore', showing: 'Restoring…' };

/** Hides something that a member wrote, with a reason, or shows it again. */
export function HideActions({
  may,
  answer,
  thing,
  verbs = usualVerbs,
  hides,
  shows,
  reads,
  otherwise,
  children,
}: HideActionsProps) {
  const { formData, state } = useNavigation();
  const busy = (act: string) => state !== 'idle' && formData?.get('act') === act;
  const problem = answer?.problem;
  return (
    <Panel title="Actions" id="actions">
      <DoneNotice answer={answer} />
      {problem && !problem.errors && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      {may.includes('hide') && (
        <Form method="post" preventScrollReset noValidate aria-label={`${verbs.hide} ${thing}`}>
          <input type="hidden" name="act" value="hide" />
          {problem?.errors && <ErrorSummary errors={problem.errors} attempt={problem} />}
          <p className="dim mb-4">{hides}</p>
          {children}
          <TextArea
            label="Reason"
            name="reason"
            required
            rows={3}
            maxLength={500}
            defaultValue={answer?.done ? '' : answer?.values?.reason}
            error={problem?.errors?.reason}
            help={reads}
          />
          <Button type="submit" kind="danger" className="mt-4" busy={busy('hide')} busyLabel={verbs.hiding}>
            {verbs.hide} {thing}
          </Button>
        </Form>
      )}
      {may.includes('release') && (
        <Form method="post" preventScrollReset aria-label={`${verbs.show} ${thing}`}>
          <input type="hidden" name="act" value="release" />
          <p className="dim mb-4">{shows}</p>
          <Button type="submit" kind="primary" busy={busy('release')} busyLabel={verbs.showing}>
            {verbs.show} {thing}
          </Button>
        </Form>
      )}
      {may.length === 0 && <p className="dim">{otherwise}</p>}
    </Panel>
  );
}
