import { useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId, Select, TextArea, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { MemberAct, MemberFactsView } from '../../contract.ts';
import type { MemberAnswer } from '../../members/act-on-member.server.ts';
import { actOrder, dialogWords } from '../dialog-words.ts';
import { RuleOptions } from '../reports/rule-options.tsx';

interface Props {
  member: Pick<MemberFactsView, 'id' | 'username' | 'role' | 'may'>;
  answer: MemberAnswer | undefined;
  /** The dialog that the address opens: without script, and after the admin had to confirm their identity. */
  requestedAct: string | null;
}

/** What can be done with a member now: each button opens a dialog that says what will happen. */
export function MemberActions({ member, answer, requestedAct: asked }: Props) {
  const [open, setOpen] = useState(answer ? refusedAct(answer) : knownAct(asked));
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    setOpen(refusedAct(answer));
  }
  const at = `/admin/members/${member.id}`;
  return (
    <Panel title="Actions" id="actions">
      <div className="adm-acts">
        {actOrder
          .filter((act) => member.may.includes(act))
          .map((act) => (
            <Link
              key={act}
              to={`${at}?do=${act}`}
              className={buttonClass({ kind: dialogWords[act].danger ? 'danger-quiet' : 'default', full: true })}
              aria-haspopup="dialog"
              preventScrollReset
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                setOpen(act);
              }}
            >
              {dialogWords[act].open}
            </Link>
          ))}
      </div>
      {member.role === 'admin' && (
        <p className="adm-n">
          {member.username} is an admin. To suspend an admin or reset two-step verification, first remove the admin role
          with <code>npm run admin -- operator remove {member.username}</code>.
        </p>
      )}
      {actOrder.map((act) => (
        <ActDialog
          key={act}
          act={act}
          at={at}
          name={member.username}
          open={open === act}
          answer={answer?.values?.act === act ? answer : undefined}
          onClose={() => setOpen(null)}
        />
      ))}
    </Panel>
  );
}

function knownAct(name: string | null | undefined): MemberAct | null {
  return actOrder.find((act) => act === name) ?? null;
}

/** A refusal is read where the form is; whatever was done closes it. */
function refusedAct(answer: MemberAnswer | undefined): MemberAct | null {
  return answer?.problem ? knownAct(answer.values?.act) : null;
}

interface DialogProps {
  act: MemberAct;
  at: string;
  name: string;
  open: boolean;
  answer: MemberAnswer | undefined;
  onClose(): void;
}

function ActDialog({ act, at, name, open, answer, onClose }: DialogProps) {
  const words = dialogWords[act];
  const { formData, state } = useNavigation();
  const busy = state !== 'idle' && formData?.get('act') === act;
  const formId = `act-${act}`;
  const problem = answer?.problem;
  // Several dialogs share the page: the action makes their fields' ids unique.
  const own = (field: string) => `${act}-${field}`;
  const errors =
    problem?.errors && Object.fromEntries(Object.entries(problem.errors).map(([field, said]) => [own(field), said]));
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title(name)}
      description={words.means(name)}
      dirty={words.reason !== undefined}
      footer={
        <>
          <Link
            to={at}
            className={buttonClass()}
            onClick={(event) => {
              event.preventDefault();
              onClose();
            }}
          >
            Cancel
          </Link>
          <Button
            type="submit"
            form={formId}
            kind={words.danger ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={words.busy}
          >
            {words.confirm}
          </Button>
        </>
      }
    >
      <Form id={formId} method="post" action={at} preventScrollReset noValidate>
        <input type="hidden" name="act" value={act} />
        <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={problem} />
        {words.months && (
          <TextInput
            label="Months"
            name="months"
            id={fieldId(own('months'))}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            defaultValue={answer?.values?.months}
            error={problem?.errors?.months}
            help="Leave empty to grant Premium until you revoke it."
          />
        )}
        {words.rule && (
          <Select
            label="Rule"
            name="rule"
            id={fieldId(own('rule'))}
            defaultValue={answer?.values?.rule ?? 'honest'}
            error={problem?.errors?.rule}
          >
            <RuleOptions />
          </Select>
        )}
        {words.reason && (
          <TextArea
            label="Reason"
            name="reason"
            id={fieldId(own('reason'))}
            required
            rows={3}
            maxLength={500}
            defaultValue={answer?.values?.reason}
            error={problem?.errors?.reason}
            help={words.reason(name)}
          />
        )}
      </Form>
    </Dialog>
  );
}
