import { eq } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { listRefusals, type Preview } from '../contract.ts';
import { listPolicy, unknownList } from '../model/want-list.policy.ts';
import { wantListPreview } from '../model/want-list.tables.ts';
import { findListFor, presentCard } from '../read/want-lists.queries.server.ts';
import { takenOf } from './change-preview.server.ts';

/**
 * The preview of the member's own list. Refuses another member's list (404) and one without a preview (409
 * `nothing_brought`).
 */
export async function getPreview(db: Db, actor: Actor, id: string): Promise<Preview> {
  const list = await findListFor(db, actor, id);
  if (listPolicy.may(actor, 'bring', list) !== true) throw notFound(unknownList);
  const [preview] = await db.select().from(wantListPreview).where(eq(wantListPreview.listId, list.id));
  if (!preview) throw conflict(listRefusals.nothingImported, 'This import was already added or discarded.');
  const { format, notes, rows } = preview;
  const cards = await findCardsByIds(
    db,
    rows.flatMap(({ cardId, candidates }) => [...(cardId ? [cardId] : []), ...candidates]),
  );
  const cardOf = (cardId: string | null) => {
    const card = cardId === null ? undefined : cards.get(cardId);
    return card ? presentCard(card) : null;
  };
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    listId: list.id,
    format,
    notes,
    counts: {
      sure: count('sure'),
      doubtful: count('doubtful'),
      rejected: count('rejected'),
      taken: takenOf(rows).length,
    },
    rows: rows.map(({ cardId, candidates, ...row }) => ({
      ...row,
      card: cardOf(cardId),
      candidates: candidates.flatMap((one) => cardOf(one) ?? []),
    })),
  };
}
