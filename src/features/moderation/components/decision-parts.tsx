import { dayMonthYear } from '#kernel/time.ts';
import { Definitions } from '#ui/page/panel.tsx';
import type { Decision } from '../contract.ts';
import { decisionMeaning, houseRules } from '../model/decision.rules.ts';

/** The statement of a decision: what, by which rule, why, and its consequence. */
export function Statement({ decision }: { decision: Decision }) {
  const until = decision.until === null ? null : dayMonthYear(new Date(decision.until));
  return (
    <>
      <Definitions
        rows={[
          ['About', decision.subject.title],
          ['The rule', houseRules[decision.rule]],
          ['It holds until', until],
          ['Ended', decision.endedAt && dayMonthYear(new Date(decision.endedAt))],
        ]}
      />
      <div className="decision-part">
        <h3>Why</h3>
        <p className="decision-said" dir="auto">
          {decision.reason}
        </p>
      </div>
      <div className="decision-part">
        <h3>What it means</h3>
        <p>{decisionMeaning(decision.act)}</p>
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
          ? `You could appeal until ${dayMonthYear(new Date(appealUntil))}.`
          : 'It does not hold any more: there is nothing to appeal against.'}
      </p>
    );
  return (
    <>
      <p className="dim">You appealed on {dayMonthYear(new Date(made.at))}:</p>
      <p className="decision-said" dir="auto">
        {made.text}
      </p>
      <div className="decision-part">
        <h3>
          {answer
            ? answer.outcome === 'overturned'
              ? 'We reversed our decision'
              : 'We upheld our decision'
            : 'It waits for an answer'}
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
