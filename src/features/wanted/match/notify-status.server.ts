import { and, eq, isNull } from 'drizzle-orm';
import { notify } from '#features/notifications/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type WantRow, wantMatch } from '../model/want.tables.ts';
import { wantUpdates } from '../model/wanted.emails.ts';
import { copiesFit } from '../words.ts';

/** Copies of which nobody was given to tell yet. */
export const isUntold = and(isNull(wantMatch.toldAt), isNull(wantMatch.endedAt));

/**
 * What stands there as a want is posted or changed is on the page that its owner looks at: one entry, no mail, and it
 * is never told again.
 */
export async function notifyStatus(
  tx: Tx,
  { id, ownerId, title }: WantRow,
  standing: number,
  now: Date,
): Promise<void> {
  await tx.db
    .update(wantMatch)
    .set({ toldAt: now, mailedAt: now })
    .where(and(eq(wantMatch.wantId, id), isUntold));
  await notify(tx, {
    userId: ownerId,
    kind: wantUpdates,
    ...wordsOf(title, standing),
    link: `/wanted/${id}`,
    about: `want-${id}`,
    renews: true,
    now,
  });
}

/** An entry about the copies that meet a want. */
export function wordsOf(title: string, copies: number): { title: string; body: string } {
  return { title: `${title} is for sale`, body: `${copiesFit(copies)} what you look for.` };
}
