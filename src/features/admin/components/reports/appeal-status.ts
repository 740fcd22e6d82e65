import type { DecisionFacts } from '#features/moderation/contract.ts';
import type { StatusTone } from '#ui/feedback/status-dot.tsx';

/** The status of an appeal, for an admin. */
export function appealStatus({ appeal, answer, may }: Pick<DecisionFacts, 'appeal' | 'answer' | 'may'>): {
  tone: StatusTone;
  word: string;
} {
  if (!appeal) return { tone: 'paused', word: 'No appeal' };
  if (answer)
    return answer.outcome === 'overturned'
      ? { tone: 'live', word: 'Decision reversed' }
      : { tone: 'bad', word: 'Decision upheld' };
  return may.includes('answer')
    ? { tone: 'waiting', word: 'Needs your decision' }
    : { tone: 'waiting', word: 'Waiting for another admin' };
}
