import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { ReportQueueView } from '../../contract.ts';

type Status = Pick<ReportQueueView['items'][number], 'state' | 'claimedBy' | 'claimedByName' | 'decision'>;

/** The status of a report, for this admin. */
export function reportStatus(
  { state, claimedBy, claimedByName, decision }: Status,
  readerId: string,
): { tone: StatusTone; word: string } {
  if (state === 'open') return { tone: 'waiting', word: 'Open' };
  if (state === 'claimed')
    return {
      tone: 'live',
      word: claimedBy === readerId ? 'Assigned to you' : `Assigned to ${claimedByName ?? 'another admin'}`,
    };
  return decision === 'upheld' ? { tone: 'bad', word: 'Violation' } : { tone: 'paused', word: 'No violation' };
}
