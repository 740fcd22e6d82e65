import { addMs, hourMs } from '#kernel/time.ts';
import { type ReportState, reportTimes } from './report.rules.ts';

/** The facts of a report that rules need. */
export interface ReportStatus {
  state: ReportState;
  claimedBy: string | null;
  claimedAt: Date | null;
}
export type ReportVerb = 'claim' | 'return' | 'answer';

/**
 * What this admin may do with a report now: the admin who takes it reads it, and answers or releases it. An abandoned
 * one may be taken over.
 */
export function mayDo({ state, claimedBy, claimedAt }: ReportStatus, adminId: string, now: Date): ReportVerb[] {
  if (state === 'answered') return [];
  if (state === 'open') return ['claim'];
  if (claimedBy === adminId) return ['answer', 'return'];
  return claimedAt !== null && addMs(claimedAt, reportTimes.claimHours * hourMs) <= now ? ['claim'] : [];
}
