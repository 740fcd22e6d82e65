import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Frequency } from '#kernel/how-often.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { wantsMet } from '../model/want.events.ts';
import { want, wantMatch } from '../model/want.tables.ts';
import { copiesOfWant } from './meeting.queries.server.ts';
import { foundText, isPending } from './notify-existing.server.ts';

/** A copy that meets a want, with a pending notification. */
export interface PendingMatch {
  wantId: string;
  ownerId: string;
  frequency: Frequency;
  listingId: string;
}

/** The copies that meet these wants and have no notification yet. Each is answered once: the caller must notify. */
export async function takePendingMatches(tx: Tx, wantIds: readonly string[], now: Date): Promise<PendingMatch[]> {
  const { id, ownerId, frequency } = want;
  const open = await tx.db
    .select({ id, ownerId, frequency })
    .from(want)
    .where(and(inArray(id, [...wantIds]), eq(want.status, 'open')))
    .orderBy(asc(id))
    .for('update');
  if (open.length === 0) return [];
  const taken = await tx.db
    .update(wantMatch)
    .set({ toldAt: now })
    .where(
      and(
        inArray(
          wantMatch.wantId,
          open.map((row) => row.id),
        ),
        isPending,
      ),
    )
    .returning({ wantId: wantMatch.wantId, listingId: wantMatch.listingId });
  const byId = new Map(open.map((row) => [row.id, row]));
  return taken.flatMap(({ wantId, listingId }) => {
    const row = byId.get(wantId);
    return row ? [{ wantId, listingId, ownerId: row.ownerId, frequency: row.frequency }] : [];
  });
}

/** Makes a copy that is not for sale at notification time pending again, for when it is back. */
export async function missedNotifying(
  tx: Tx,
  { wantId, listingId }: Pick<PendingMatch, 'wantId' | 'listingId'>,
  now: Date,
): Promise<void> {
  await tx.db
    .update(wantMatch)
    .set({ endedAt: now })
    .where(
      and(
        eq(wantMatch.wantId, wantId),
        eq(wantMatch.listingId, listingId),
        isNull(wantMatch.mailedAt),
        isNull(wantMatch.endedAt),
      ),
    );
}

/**
 * Makes the copies of an email that a process of the previous release had scheduled pending again, so that `alerts`
 * sends them.
 */
export async function renewNotification(
  platform: Platform,
  { wantId, listingIds, at }: { wantId: string; listingIds: string[]; at: string },
): Promise<void> {
  await write(platform, async (tx) => {
    const rows = await tx.db
      .update(wantMatch)
      .set({ toldAt: null, mailedAt: null })
      .where(
        and(
          eq(wantMatch.wantId, wantId),
          inArray(wantMatch.listingId, listingIds),
          eq(wantMatch.mailedAt, new Date(at)),
          isNull(wantMatch.endedAt),
        ),
      )
      .returning({ id: wantMatch.listingId, version: wantMatch.listingVersion });
    const [first] = rows;
    if (first)
      tx.append(wantsMet, { subject: first.id, version: first.version, topics: [], data: { wants: [wantId] } });
  });
}

/**
 * Copies taken for notification since then that still meet their want; the caller checks whether an alert is stored.
 */
export function givenSince(db: Db, since: Date): Promise<PendingMatch[]> {
  return db
    .select({ wantId: want.id, ownerId: want.ownerId, frequency: want.frequency, listingId: wantMatch.listingId })
    .from(wantMatch)
    .innerJoin(want, eq(want.id, wantMatch.wantId))
    .where(
      and(gt(wantMatch.toldAt, since), isNull(wantMatch.mailedAt), isNull(wantMatch.endedAt), eq(want.status, 'open')),
    );
}

/** A member's open wants with copies that have no notification yet. */
export async function findWantsPending(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: want.id })
    .from(want)
    .innerJoin(wantMatch, eq(wantMatch.wantId, want.id))
    .where(and(eq(want.ownerId, ownerId), eq(want.status, 'open'), isPending));
  return rows.map(({ id }) => id);
}

/**
 * A want for a notification at this moment: its text, and the copies that meet it; null where it is no longer open.
 */
export async function wantToNotify(
  db: Db,
  { wantId, ownerId }: { wantId: string; ownerId: string },
  now: Date,
): Promise<(ReturnType<typeof foundText> & { ids: Set<string> }) | null> {
  const [row] = await db
    .select()
    .from(want)
    .where(and(eq(want.id, wantId), eq(want.ownerId, ownerId), eq(want.status, 'open')));
  if (!row) return null;
  const ids = new Set((await copiesOfWant(db, row, now)).map(({ id }) => id));
  return { ...foundText(row.title, ids.size), ids };
}

/** The owner of a want and its frequency; null where there is none. */
export async function howOftenNotified(
  db: Db,
  wantId: string,
): Promise<{ ownerId: string; frequency: Frequency } | null> {
  const [row] = await db
    .select({ ownerId: want.ownerId, frequency: want.frequency })
    .from(want)
    .where(eq(want.id, wantId));
  return row ?? null;
}
