import { Form, useNavigation } from 'react-router';
import { lasting } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { MemberAnswer } from '../../members/act-on-member.server.ts';
import { accountOpenMs } from '../../shell/action.contract.ts';

/**
 * Plan, sign-ins, sessions and second factors are private: shown only for a named case, which the audit log records.
 */
export function OpenAccount({ memberId, answer }: { memberId: string; answer: MemberAnswer | undefined }) {
  const { formData, state } = useNavigation();
  const busy = state !== 'idle' && formData?.get('act') === 'open-account';
  const wrong = answer?.problem && (answer.problem.errors?.reason ?? answer.problem.message);
  return (
    <Panel
      title="Plan, sign-ins and sessions"
      id="open-account"
      note={`Shown for a case, to you alone, for ${lasting(accountOpenMs)}. The audit log keeps what you name.`}
    >
      <Form method="post" action={`/admin/members/${memberId}`} preventScrollReset>
        <input type="hidden" name="act" value="open-account" />
        <TextInput
          label="Which case is it for?"
          name="reason"
          id="open-account-reason"
          mark={false}
          maxLength={500}
          help="A report, an order, or what the member asked for."
          error={wrong}
          defaultValue={answer?.values?.reason}
        />
        <Button type="submit" className="mt-3" busy={busy} busyLabel="Opening…">
          Show the account
        </Button>
      </Form>
    </Panel>
  );
}
