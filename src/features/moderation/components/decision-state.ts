import { dayMonthYear } from '#kernel/time.ts';
import type { Decision } from '../contract.ts';

/** The status of a decision in words, for its member. */
export function decisionStatus({ answer, endedAt, until, appealIs, appealUntil }: Decision): string {
  if (answer) return answer.outcome === 'overturned' ? 'your appeal was right' : 'your appeal was turned down';
  if (appealIs === 'made') return 'your appeal waits for an answer';
  if (endedAt !== null) return 'it does not hold any more';
  const holds = until === null ? '' : `it holds until ${dayMonthYear(new Date(until))}, and `;
  return appealIs === 'open'
    ? `${holds}you can appeal until ${dayMonthYear(new Date(appealUntil))}`
    : `${holds}the time to appeal is over`;
}
