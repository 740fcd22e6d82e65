import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { likePart } from '#kernel/like.ts';
import { cursorPart, type Page, pageOf, readCursor } from '#kernel/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { type Asker, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { ListWantsInput, Want } from './contract.ts';
import { unknownWant } from './want.policy.ts';
import { type WantRow, want } from './want.tables.ts';

/** One want, whatever its state: an address that was given away goes on saying what became of it. Refuses an unknown one (404). */
export async function getWant(db: Db, id: string): Promise<Want> {
  const [row] = isId(id) ? await db.select().from(want).where(eq(want.id, id)) : [];
  const [shown] = row ? await present(db, [row]) : [];
  if (!shown) throw notFound(unknownWant);
  return shown;
}

/** Open wants, newest first; of one owner whatever their state. Words are sought in every title, so asking for them counts as a search and stands in its line. */
export function findWants(platform: Pick<Platform, 'db' | 'limits' | 'clock' | 'bus'>, asker: Asker, query: ListWantsInput): Promise<Page<Want>> {
  const read = () => listWants(platform.db, query);
  return query.q ? readCostly(platform, asker, read) : read();
}

async function listWants(db: Db, { q = '', game, owner, cursor, limit }: ListWantsInput): Promise<Page<Want>> {
  const after = cursor === undefined ? null : readCursor(cursor, cursorPart.moment, cursorPart.id);
  const said = (word: string): SQL => sql`${want.title} ilike ${likePart(word)}`;
  const spoken = q.split(/\s+/).filter(Boolean);
  const rows = await db
    .select()
    .from(want)
    .where(
      and(
        owner === undefined ? eq(want.status, 'open') : eq(want.ownerId, owner),
        game === undefined ? undefined : eq(want.game, game),
        ...spoken.map(said),
        after ? sql`(${want.createdAt}, ${want.id}) < (${after[0]}::timestamptz, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(want.createdAt), desc(want.id))
    .limit(limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  return { items: await present(db, items), nextCursor };
}

async function present(db: Db, rows: WantRow[]): Promise<Want[]> {
  const owners = await findSellers(
    db,
    rows.map(({ ownerId }) => ownerId),
  );
  return rows.flatMap((row) => {
    const owner = owners.get(row.ownerId);
    if (!owner) return [];
    const {
      id,
      card,
      title,
      game,
      lowestCondition,
      language,
      finish,
      highestAmount,
      currency,
      anyPrinting,
      withPostage,
      quantity,
      description,
      status,
    } = row;
    const highestPrice = highestAmount === null || currency === null ? null : { amount: highestAmount, currency };
    const terms = { lowestCondition, language, finish, highestPrice, anyPrinting, withPostage, quantity };
    return [
      { id, owner, card, title, game, ...terms, description, status, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() },
    ];
  });
}
