import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Card } from '#features/catalogue/contract.ts';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { isBlocked } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { Line, ListSummary, WantedCard, WantList } from '../contract.ts';
import { listPolicy, unknownList } from '../model/want-list.policy.ts';
import {
  type WantListLineRow,
  type WantListRow,
  wantList,
  wantListLine,
  wantListPreview,
} from '../model/want-list.tables.ts';
import { forSale } from './for-sale.server.ts';
import { isPublicList } from './visible-lists.ts';

/** The member's own lists, latest first: no pages, since the tier limits their number. */
export async function listOwnLists(db: Db, ownerId: string): Promise<ListSummary[]> {
  const lineCount = sql<number>`(select count(*)::int from ${wantListLine} where ${wantListLine.listId} = ${wantList.id})`;
  const waiting = sql<number>`coalesce(jsonb_array_length(${wantListPreview.rows}), 0)`;
  const rows = await db
    .select({ list: wantList, lineCount, waiting })
    .from(wantList)
    .leftJoin(wantListPreview, eq(wantListPreview.listId, wantList.id))
    .where(eq(wantList.ownerId, ownerId))
    .orderBy(desc(wantList.createdAt), desc(wantList.id));
  return rows.map(({ list, ...counts }) => ({ ...presentList(list), ...counts }));
}

/** Whether a member has any list. */
export async function hasList(db: Db, ownerId: string): Promise<boolean> {
  const rows = await db.select({ id: wantList.id }).from(wantList).where(eq(wantList.ownerId, ownerId)).limit(1);
  return rows.length > 0;
}

/**
 * A list that this viewer may see. A private one, and one of a suspended or blocked member, is unknown to others (404).
 */
export async function findListFor(db: Db, viewer: Pick<Actor, 'id' | 'role'> | null, id: string): Promise<WantListRow> {
  const [found] = isId(id)
    ? await db.select({ row: wantList, isPublic: isPublicList }).from(wantList).where(eq(wantList.id, id))
    : [];
  if (!found) throw notFound(unknownList);
  const { row, isPublic } = found;
  listPolicy.check(viewer, 'see', row);
  if (viewer?.id === row.ownerId || viewer?.role === 'admin') return row;
  if (!isPublic || (viewer && (await isBlocked(db, viewer.id, row.ownerId)))) throw notFound(unknownList);
  return row;
}

/** A list with its lines, what is for sale for each now, and two ways to buy them. Does not name its owner. */
export async function getListFor(
  platform: Platform,
  viewer: Pick<Actor, 'id' | 'role'> | null,
  id: string,
): Promise<WantList & Pick<Awaited<ReturnType<typeof forSale>>, 'choices'>> {
  const row = await findListFor(platform.db, viewer, id);
  const isOwn = viewer?.id === row.ownerId;
  // Bought copies are visible to the owner only.
  const rows = (await linesOf(platform.db, row.id)).filter((line) => isOwn || line.bought < line.quantity);
  const [cards, offered] = await Promise.all([
    findCardsByIds(
      platform.db,
      rows.map(({ cardId }) => cardId),
    ),
    forSale(platform, row.ownerId, rows, viewer?.id ?? null),
  ]);
  const lines = rows.map((line) => {
    const left = isOwn ? line : { ...line, quantity: line.quantity - line.bought, bought: 0 };
    return presentLine(left, cards.get(line.cardId), offered.ofLine.get(line.n) ?? { count: 0, cheapest: null });
  });
  const available = lines.filter(({ quantity, bought, forSale: { count } }) => count > 0 && bought < quantity).length;
  return {
    ...presentList(row),
    isOwn,
    hiddenReason: isOwn ? row.hiddenReason : null,
    lineCount: lines.length,
    available,
    lines,
    choices: offered.choices,
  };
}

/** The lines of a list in their order. */
export function linesOf(db: Db, listId: string): Promise<WantListLineRow[]> {
  return db.select().from(wantListLine).where(eq(wantListLine.listId, listId)).orderBy(asc(wantListLine.n));
}

function presentList({ id, name, isPublic, version, createdAt, updatedAt }: WantListRow) {
  return { id, name, isPublic, version, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

function presentLine(line: WantListLineRow, card: Card | undefined, offered: Line['forSale']): Line {
  const { n, cardId, game, name, anyPrinting, quantity, bought, lowestCondition, language, finish } = line;
  const shown = card ? presentCard(card) : { id: cardId, game, name, setName: '', number: null, rarity: null };
  return { n, card: shown, anyPrinting, quantity, bought, lowestCondition, language, finish, forSale: offered };
}

export const presentCard = ({ id, game, name, setName, number, rarity }: Card): WantedCard => ({
  id,
  game,
  name,
  setName,
  number,
  rarity,
});
