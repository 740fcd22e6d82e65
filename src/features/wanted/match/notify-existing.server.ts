import { and, eq, isNull } from 'drizzle-orm';
import { notify } from '#features/notifications/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type WantRow, wantMatch } from '../model/want.tables.ts';
import { wantUpdates } from '../model/wanted.emails.ts';

/** Matches without a notification yet. */
export const isPending = and(isNull(wantMatch.toldAt), isNull(wantMatch.endedAt));

/**
 * Copies that exist when a want is posted or changed are on the page that its owner sees: one notification, no email,
 * and no repetition.
 */
export async function notifyExistingMatches(
  tx: Tx,
  { id, ownerId, title }: WantRow,
  copies: number,
  now: Date,
): Promise<void> {
  await tx.db
    .update(wantMatch)
    .set({ toldAt: now, mailedAt: now })
    .where(and(eq(wantMatch.wantId, id), isPending));
  await notify(tx, {
    userId: ownerId,
    kind: wantUpdates,
    ...foundText(title, copies),
    link: `/wanted/${id}`,
    about: `want-${id}`,
    renews: true,
    now,
  });
}

/** The notification about the copies that meet a want. */
export const foundText = (title: string, count: number) => ({ code: 'found', params: { title, count } });
