import { dueAt } from '#kernel/how-often.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { tellJob } from './want.jobs.ts';
import type { WantRow } from './want.tables.ts';

/** Has its owner told as often as they chose: at once, or at the next seven o'clock of a day or of a Monday. */
export function enqueueTelling(tx: Tx, { id, frequency }: Pick<WantRow, 'id' | 'frequency'>, now: Date): void {
  const at = dueAt(frequency, now);
  tx.enqueue(tellJob, { wantId: id }, at > now ? { key: `${id}-${frequency}`, runAt: at } : { key: id });
}
