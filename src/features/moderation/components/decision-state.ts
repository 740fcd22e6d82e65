import { dayMonthYear } from '#kernel/time.ts';
import type { Decision } from '../contract.ts';

/** The status of a decision in words, for its member. */
export function decisionStatus({ answer, endedAt, until, appealIs, appealUntil }: Decision): string {
  if (answer) return answer.outcome === 'overturned' ? 'Decision reversed' : 'Decision upheld';
  if (appealIs === 'made') return 'Appeal under review';
  if (endedAt !== null) return 'No longer applies';
  const appealDay = dayMonthYear(new Date(appealUntil));
  if (until === null) return appealIs === 'open' ? `Appeal by ${appealDay}` : 'Appeal deadline passed';
  const day = dayMonthYear(new Date(until));
  return appealIs === 'open' ? `Until ${day}. Appeal by ${appealDay}` : `Until ${day}. Appeal deadline passed`;
}
