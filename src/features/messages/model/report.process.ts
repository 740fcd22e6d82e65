import { addMs, hourMs } from '#kernel/time.ts';
import { type ReportState, reportTimes } from './report.rules.ts';

/** What a rule must know of a report. */
export interface ReportStatus {
  state: ReportState;
  claimedBy: string | null;
  claimedAt: Date | null;
}
export type ReportVerb = 'claim' | 'return' | 'answer';

/**
 * What this operator may do with a report now: who takes it reads it, and who has it answers it or gives it back. One
 * that is left lying may be taken over.
 */
export function mayDo({ state, claimedBy, claimedAt }: ReportStatus, adminId: string, now: Date): ReportVerb[] {
  if (state === 'answered') return [];
  if (state === 'open') return ['claim'];
  if (claimedBy === adminId) return ['answer', 'return'];
  return claimedAt !== null && addMs(claimedAt, reportTimes.claimHours * hourMs) <= now ? ['claim'] : [];
}
