import { addMs, dayMs } from '#kernel/time.ts';
import { decisionTimes } from './decision.rules.ts';

/** The facts of a decision that rules need. */
export interface DecisionStatus {
  decidedAt: Date;
  decidedBy: string;
  memberId: string;
  endedAt: Date | null;
  appealedAt: Date | null;
  answeredAt: Date | null;
}

export const appealEnds = ({ decidedAt }: Pick<DecisionStatus, 'decidedAt'>): Date =>
  addMs(decidedAt, decisionTimes.appealDays * dayMs);

/** Whether the member may still appeal; else why not. */
export function appealStatus(row: DecisionStatus, now: Date): 'open' | 'made' | 'ended' | 'late' {
  if (row.appealedAt !== null) return 'made';
  if (row.endedAt !== null) return 'ended';
  return now < appealEnds(row) ? 'open' : 'late';
}

/**
 * Whether an admin may judge an appeal: never their own case nor what they reported, and not the one who decided first
 * where another admin could.
 */
export function judges(
  row: Pick<DecisionStatus, 'decidedBy' | 'memberId'> & { reporterId: string | null },
  adminIds: readonly string[],
): string[] {
  const able = adminIds.filter((id) => id !== row.memberId && id !== row.reporterId);
  const others = able.filter((id) => id !== row.decidedBy);
  return others.length > 0 ? others : able;
}
