import { and, eq } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { invalid, notAllowed } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listRefusals } from '../contract.ts';
import { type WantListLineRow, type WantListRow, wantListLine } from '../model/want-list.tables.ts';
import { wantKey } from '../read/line-criteria.server.ts';

/** A line before it has its number. */
export type NewLine = Pick<
  WantListLineRow,
  'cardId' | 'anyPrinting' | 'quantity' | 'lowestCondition' | 'language' | 'finish'
>;

/** The most copies of one line. */
const mostCopies = 999;

/**
 * Adds lines to a locked list; copies of an existing line are added to it. Refuses (403 `tier_limit`) more lines than
 * the owner's tier allows, and then adds none.
 */
export async function addLines(tx: Tx, list: WantListRow, lines: readonly NewLine[], now: Date): Promise<void> {
  const cards = await findCardsByIds(
    tx.db,
    lines.map(({ cardId }) => cardId),
  );
  const own = await tx.db.select().from(wantListLine).where(eq(wantListLine.listId, list.id));
  const known = new Map(own.map((line) => [keyOf(line), line]));
  const first = Math.max(0, ...own.map(({ n }) => n)) + 1;
  const fresh = new Map<string, WantListLineRow>();
  const grown = new Map<number, number>();
  for (const { cardId, anyPrinting, quantity, lowestCondition, language, finish } of lines) {
    const card = cards.get(cardId);
    if (!card) throw invalid({ catalogueCardId: 'This card isn’t in the card database. Choose another card.' });
    const fields = {
      cardId,
      game: card.game,
      name: card.name,
      anyPrinting,
      quantity,
      lowestCondition,
      language,
      finish,
    };
    const line = {
      ...fields,
      listId: list.id,
      n: first + fresh.size,
      bought: 0,
      sought: wantKey(fields),
      createdAt: now,
    };
    const [there, before] = [known.get(keyOf(line)), fresh.get(keyOf(line))];
    if (there) grown.set(there.n, Math.min(mostCopies, (grown.get(there.n) ?? there.quantity) + quantity));
    else
      fresh.set(keyOf(line), {
        ...(before ?? line),
        quantity: Math.min(mostCopies, (before?.quantity ?? 0) + quantity),
      });
  }
  const { maxWantListLines: most, displayName } = await definitionOf(tx.db, list.ownerId);
  if (fresh.size > 0 && own.length + fresh.size > most)
    throw notAllowed(
      `Your ${displayName} allows ${formatNumber(most)} cards on a want list. This list would have ${formatNumber(own.length + fresh.size)}. Remove some cards.`,
      listRefusals.tierLimit,
    );
  if (fresh.size > 0) await tx.db.insert(wantListLine).values([...fresh.values()]);
  for (const [n, quantity] of grown)
    await tx.db
      .update(wantListLine)
      .set({ quantity })
      .where(and(eq(wantListLine.listId, list.id), eq(wantListLine.n, n)));
}

/** Lines with equal terms are one line. */
function keyOf({
  cardId,
  game,
  name,
  anyPrinting,
  lowestCondition,
  language,
  finish,
}: Omit<WantListLineRow, 'listId' | 'n' | 'bought'>): string {
  return JSON.stringify([anyPrinting ? `${game} ${name}` : cardId, anyPrinting, lowestCondition, language, finish]);
}
