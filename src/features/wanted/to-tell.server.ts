import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Frequency } from '#kernel/how-often.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { copiesOfWant } from './meeting.queries.server.ts';
import { isUntold, wordsOf } from './tell-standing.server.ts';
import { want, wantMatch } from './want.tables.ts';

/** A copy that has come to meet a want, of which its owner is to hear. */
export interface Untold {
  wantId: string;
  ownerId: string;
  frequency: Frequency;
  listingId: string;
}

/** The copies that meet these wants now and that nobody has been given to tell yet. Whoever asks tells: they are given once. */
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

/** The open wants of a member that a copy has come to meet of which nobody was given to tell yet. */
export async function wantsUntold(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: want.id })
    .from(want)
    .innerJoin(wantMatch, eq(wantMatch.wantId, want.id))
    .where(and(eq(want.ownerId, ownerId), eq(want.status, 'open'), isUntold));
  return rows.map(({ id }) => id);
}

/** What an owner may be told of their want at this moment: its title, and the copies that meet it; null where it is not open any more. */
export async function wantToTell(
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
export async function howOftenTold(db: Db, wantId: string): Promise<{ ownerId: string; frequency: Frequency } | null> {
  const [row] = await db.select({ ownerId: want.ownerId, frequency: want.frequency }).from(want).where(eq(want.id, wantId));
  return row ?? null;
}
