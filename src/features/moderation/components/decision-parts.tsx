import { dayMonthYear } from '#kernel/time.ts';
import { Definitions } from '#ui/page/panel.tsx';
import type { Decision } from '../contract.ts';
import { decisionMeaning, houseRules, staysInEffect } from '../model/decision.rules.ts';
import { aboutForMember } from '../model/decision-subject.ts';

/** The statement of a decision: what, by which rule, why, and its consequence. */
export function Statement({ decision }: { decision: Decision }) {
  const { act, until, endedAt } = decision;
  const endless = staysInEffect(act) && endedAt === null ? 'No end date' : null;
  return (
    <>
      <Definitions
        rows={[
          ['About', aboutForMember(decision.subject)],
          ['Rule', houseRules[decision.rule]],
          ['Until', until === null ? endless : dayMonthYear(new Date(until))],
          ['Ended', endedAt && dayMonthYear(new Date(endedAt))],
        ]}
      />
      <div className="decision-part">
        <h3>Reason</h3>
        <p className="decision-said" dir="auto">
          {decision.reason}
        </p>
      </div>
      <div className="decision-part">
        <h3>Effect</h3>
        <p>{decisionMeaning(act)}</p>
      </div>
    </>
  );
}

/** The appeal and its answer. */
export function AppealParts({ decision: { appeal: made, answer, appealIs, appealUntil } }: { decision: Decision }) {
  if (!made)
    return (
      <p className="dim">
        {appealIs === 'late'
          ? `The appeal deadline was ${dayMonthYear(new Date(appealUntil))}.`
          : 'This decision no longer applies.'}
      </p>
    );
  return (
    <>
      <p className="dim">You appealed on {dayMonthYear(new Date(made.at))}.</p>
      <p className="decision-said" dir="auto">
        {made.text}
      </p>
      <div className="decision-part">
        <h3>
          {answer
            ? answer.outcome === 'overturned'
              ? 'We reversed our decision'
              : 'We upheld our decision'
            : 'Under review'}
        </h3>
        {answer && (
          <p className="decision-said" dir="auto">
            {answer.text}
          </p>
        )}
      </div>
    </>
  );
}
