import { Form, useNavigation } from 'react-router';
import { decisionLimits, decisionTimes, houseRuleCodes } from '#features/moderation/words.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextArea, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { MemberAnswer } from '../../members/act-on-member.server.ts';
import { RuleOptions } from '../reports/rule-options.tsx';

/** A warning, or a limit for some days: each a decision that the member reads with its rule, and may appeal against. */
export function MemberDecisions({
  limitedUntil,
  answer,
}: {
  limitedUntil: string | null;
  answer: MemberAnswer | undefined;
}) {
  const { formData, state } = useNavigation();
  const busy = (act: string) => state !== 'idle' && formData?.get('act') === act;
  const isThis = ['warn', 'limit', 'unlimit'].includes(answer?.values?.act ?? '');
  const { problem, values } = isThis && answer ? answer : {};
  return (
    <Panel
      title="Warning or restriction"
      note="The member sees the rule, the reason and how to appeal."
      id="warn-or-limit"
    >
      {limitedUntil !== null && (
        <Form method="post" preventScrollReset className="mb-4" aria-label="End restriction">
          <p className="mb-4">Restricted until {dayMonthYear(new Date(limitedUntil))}.</p>
          <Button type="submit" name="act" value="unlimit" busy={busy('unlimit')}>
            End restriction
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset noValidate aria-label="Warning or restriction">
        <ErrorSummary errors={problem?.errors} message={problem?.message} attempt={problem} />
        <Select
          label="Rule"
          name="rule"
          id="ruling-rule"
          defaultValue={values?.rule ?? houseRuleCodes[0]}
          error={problem?.errors?.rule}
        >
          <RuleOptions />
        </Select>
        <TextArea
          label="Reason"
          name="reason"
          id="ruling-reason"
          required
          rows={3}
          maxLength={decisionLimits.reason}
          defaultValue={values?.reason}
          error={problem?.errors?.reason}
        />
        <TextInput
          label="Days of restriction"
          name="days"
          type="number"
          min={1}
          max={decisionTimes.limitDaysMost}
          defaultValue={values?.days ?? String(decisionTimes.limitDays)}
          error={problem?.errors?.days}
          help="Only for a restriction. It blocks new listings, reviews, conversations and offers."
        />
        <p className="adm-times">
          <Button type="submit" name="act" value="warn" busy={busy('warn')}>
            Warn member
          </Button>
          <Button type="submit" name="act" value="limit" kind="danger" busy={busy('limit')}>
            Restrict member
          </Button>
        </p>
      </Form>
    </Panel>
  );
}
