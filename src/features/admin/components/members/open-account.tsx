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
      title="Account data"
      id="open-account"
      note={`Plan, sign-ins, devices and two-step verification. Shown only to you for ${lasting(accountOpenMs)}. The case is recorded in the audit log.`}
    >
      <Form method="post" action={`/admin/members/${memberId}`} preventScrollReset>
        <input type="hidden" name="act" value="open-account" />
        <TextInput
          label="Case"
          name="reason"
          id="open-account-reason"
          mark={false}
          maxLength={500}
          help="For example, a report, an order or the member’s request."
          error={wrong}
          defaultValue={answer?.values?.reason}
        />
        <Button type="submit" className="mt-3" busy={busy} busyLabel="Revealing…">
          Reveal account data
        </Button>
      </Form>
    </Panel>
  );
}
