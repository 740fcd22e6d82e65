import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { findMatchableListing, type MatchableListing } from '#features/listings/index.server.ts';
import { blockedWith } from '#features/messages/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { notifyChanged } from '../lifecycle/move-want.server.ts';
import { wantsMet } from '../model/want.events.ts';
import { type WantRow, want, wantMatch } from '../model/want.tables.ts';
import { keysOfCopy, meets } from '../model/wanted.rules.ts';
import { criteriaOf, findMeeting } from './criteria.server.ts';
import { notifyExistingMatches } from './notify-existing.server.ts';

/**
 * Updates the matches of one listing. A writer of a want's matches holds the want's row and reads the listing after
 * that, so the later of two concurrent ones has the newer state. Idempotent.
 */
export async function matchListing(platform: Platform, listingId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const wants = await lockCandidates(tx, await findMatchableListing(tx.db, listingId, now), listingId);
    if (wants.length === 0) return;
    const copy = await findMatchableListing(tx.db, listingId, now);
    const blocked = copy ? await blockedWith(tx.db, copy.sellerId) : new Set<string>();
    const isMet = (row: WantRow) =>
      copy !== null &&
      row.status === 'open' &&
      now < row.expiresAt &&
      !blocked.has(row.ownerId) &&
      meets(criteriaOf(row), copy, copy.postage);
    const met = copy ? wants.filter(isMet).map((row) => ({ row, copy })) : [];
    const unmet = wants.filter((row) => !isMet(row)).map(({ id }) => id);
    const { changed, pending } = await writeMatches(tx, met, now);
    const ended = await endMatches(tx, and(eq(wantMatch.listingId, listingId), inArray(wantMatch.wantId, unmet)), now);
    for (const row of wants) if (changed.has(row.id) || ended.has(row.id)) notifyChanged(tx, row, 'matched');
    if (copy && pending.size > 0)
      tx.append(wantsMet, { subject: listingId, version: copy.version, topics: [], data: { wants: [...pending] } });
  });
}

/**
 * Open wants under a key of the copy whose terms do not rule it out, and those that it has met, locked in the order of
 * their ids.
 */
async function lockCandidates(tx: Tx, copy: MatchableListing | null, listingId: string): Promise<WantRow[]> {
  const ids = tx.db
    .select({ id: want.id })
    .from(want)
    .where(copy ? and(eq(want.status, 'open'), inArray(want.sought, keysOfCopy(copy)), ...roughly(copy)) : sql`false`);
  return tx.db
    .select()
    .from(want)
    .where(
      sql`${want.id} in (${ids} union select want_id from want_match where listing_id = ${listingId} and ended_at is null)`,
    )
    .orderBy(asc(want.id))
    .for('update');
}

/** The terms that an index scan can compare; `meets` decides. */
export function roughly({
  language,
  finish,
  price,
}: Pick<MatchableListing, 'language' | 'finish' | 'price'>): (SQL | undefined)[] {
  return [
    or(isNull(want.language), eq(want.language, language)),
    finish === null ? isNull(want.finish) : or(isNull(want.finish), eq(want.finish, finish)),
    or(
      isNull(want.highestAmount),
      sql`${want.currency} <> ${price.currency}`,
      sql`${want.highestAmount} >= ${price.amount}`,
    ),
  ];
}

/** Updates the matches of one want. */
export async function matchWant(platform: Platform, wantId: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = await tx.db.select().from(want).where(eq(want.id, wantId)).for('update');
    const now = platform.clock.now();
    if (row?.status !== 'open') return;
    const copies = await findMeeting(tx.db, row, await blockedWith(tx.db, row.ownerId), now);
    const { changed, pending } = await writeMatches(
      tx,
      copies.map((copy) => ({ row, copy })),
      now,
    );
    const ids = copies.map(({ id }) => id);
    const ended = await endMatches(
      tx,
      and(
        eq(wantMatch.wantId, wantId),
        ids.length > 0 ? sql`${wantMatch.listingId} <> all(${sql.param(ids)})` : undefined,
      ),
      now,
    );
    if (changed.size + ended.size === 0) return;
    notifyChanged(tx, row, 'matched');
    if (pending.size > 0) await notifyExistingMatches(tx, row, copies.length, now);
  });
}

interface WrittenMatches {
  /** Wants with a new or changed copy. */
  changed: Set<string>;
  /** Those of them whose owner was not notified. */
  pending: Set<string>;
}

/**
 * A copy that left before its owner was notified is pending again when it is back (`alerts` stores what it has sent).
 */
const notifiedBefore = sql`case when want_match.ended_at is null or want_match.mailed_at is not null then want_match.told_at end`;

async function writeMatches(
  tx: Tx,
  met: { row: WantRow; copy: MatchableListing }[],
  now: Date,
): Promise<WrittenMatches> {
  if (met.length === 0) return { changed: new Set(), pending: new Set() };
  const rows = await tx.db
    .insert(wantMatch)
    .values(met.map(({ row, copy }) => ({ wantId: row.id, listingId: copy.id, listingVersion: copy.version, at: now })))
    .onConflictDoUpdate({
      target: [wantMatch.wantId, wantMatch.listingId],
      set: { listingVersion: sql`excluded.listing_version`, endedAt: null, toldAt: notifiedBefore },
      setWhere: or(sql`${wantMatch.endedAt} is not null`, sql`${wantMatch.listingVersion} <> excluded.listing_version`),
    })
    .returning({ wantId: wantMatch.wantId, toldAt: wantMatch.toldAt });
  const pending = rows.filter(({ toldAt: notifiedAt }) => notifiedAt === null);
  return { changed: new Set(rows.map(({ wantId }) => wantId)), pending: new Set(pending.map(({ wantId }) => wantId)) };
}

async function endMatches(tx: Tx, which: SQL | undefined, now: Date): Promise<Set<string>> {
  const rows = await tx.db
    .update(wantMatch)
    .set({ endedAt: now })
    .where(and(which, isNull(wantMatch.endedAt)))
    .returning({ wantId: wantMatch.wantId });
  return new Set(rows.map(({ wantId }) => wantId));
}
