import { cn } from '../cn.ts';

export type StatusTone = 'live' | 'waiting' | 'paused' | 'bad';
const looks: Record<StatusTone, string> = { live: 'live', waiting: 'res', paused: 'paused', bad: 'bad2' };

/** A state in a word, with a mark whose shape differs too, not only its colour. */
export function StatusDot({ tone, children }: { tone: StatusTone; children: string }) {
  return <span className={cn('stt', looks[tone])}>{children}</span>;
}
