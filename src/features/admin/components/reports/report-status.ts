import type { StatusTone } from '#ui/feedback/status-dot.tsx';
import type { ReportQueueView } from '../../contract.ts';

type Status = Pick<ReportQueueView['items'][number], 'state' | 'claimedBy' | 'claimedByName' | 'decision'>;

/** The status of a report, for this admin. */
export function reportStatus(
  { state, claimedBy, claimedByName, decision }: Status,
  readerId: string,
): { tone: StatusTone; word: string } {
  if (state === 'open') return { tone: 'waiting', word: 'Waiting' };
  if (state === 'claimed')
    return { tone: 'live', word: claimedBy === readerId ? 'Taken by you' : `Taken by ${claimedByName ?? 'another'}` };
  return decision === 'upheld' ? { tone: 'bad', word: 'Upheld' } : { tone: 'paused', word: 'Dismissed' };
}
