import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Frequency } from '#kernel/how-often.ts';
import type { Db } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { wantsMet } from '../model/want.events.ts';
import { want, wantMatch } from '../model/want.tables.ts';
import { copiesOfWant } from './meeting.queries.server.ts';
import { isUntold, wordsOf } from './notify-status.server.ts';

/** A copy that has come to meet a want, of which its owner is to hear. */
export interface Untold {
  wantId: string;
  ownerId: string;
  frequency: Frequency;
  listingId: string;
}

/**
 * The copies that meet these wants now and that nobody has been given to tell yet. Whoever asks tells: they are given
 * once.
 */
export async function takeUntold(tx: Tx, wantIds: readonly string[], now: Date): Promise<Untold[]> {
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
        isUntold,
      ),
    )
    .returning({ wantId: wantMatch.wantId, listingId: wantMatch.listingId });
  const byId = new Map(open.map((row) => [row.id, row]));
  return taken.flatMap(({ wantId, listingId }) => {
    const row = byId.get(wantId);
    return row ? [{ wantId, listingId, ownerId: row.ownerId, frequency: row.frequency }] : [];
  });
}

/** A copy that was to be told of is away just now: its owner hears of it when it is back. */
export async function missedNotifying(
  tx: Tx,
  { wantId, listingId }: Pick<Untold, 'wantId' | 'listingId'>,
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

/** What a process of the release before was to mail at that moment: taken back, so that it is told with all else. */
export async function notifyAnew(
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

/** What was given to tell since then and meets its want still: whoever tells looks whether it is kept. */
export function givenSince(db: Db, since: Date): Promise<Untold[]> {
  return db
    .select({ wantId: want.id, ownerId: want.ownerId, frequency: want.frequency, listingId: wantMatch.listingId })
    .from(wantMatch)
    .innerJoin(want, eq(want.id, wantMatch.wantId))
    .where(
      and(gt(wantMatch.toldAt, since), isNull(wantMatch.mailedAt), isNull(wantMatch.endedAt), eq(want.status, 'open')),
    );
}

/** The open wants of a member that a copy has come to meet of which nobody was given to tell yet. */
export async function wantsUntold(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: want.id })
    .from(want)
    .innerJoin(wantMatch, eq(wantMatch.wantId, want.id))
    .where(and(eq(want.ownerId, ownerId), eq(want.status, 'open'), isUntold));
  return rows.map(({ id }) => id);
}

/**
 * What an owner may be told of their want at this moment: its title, and the copies that meet it; null where it is not
 * open any more.
 */
export async function wantToNotify(
  db: Db,
  { wantId, ownerId }: { wantId: string; ownerId: string },
  now: Date,
): Promise<{ title: string; body: string; ids: Set<string> } | null> {
  const [row] = await db
    .select()
    .from(want)
    .where(and(eq(want.id, wantId), eq(want.ownerId, ownerId), eq(want.status, 'open')));
  if (!row) return null;
  const ids = new Set((await copiesOfWant(db, row, now)).map(({ id }) => id));
  return { ...wordsOf(row.title, ids.size), ids };
}

/** Whose a want is and how often they are told of it; null where there is none. */
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
