import { eq } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ChangeRowInput, listRefusals } from '../contract.ts';
import { addLines } from '../edit/add-lines.server.ts';
import { lockList, touchList } from '../edit/lock-list.server.ts';
import { type PreviewRow, type WantListPreviewRow, wantListPreview } from '../model/want-list.tables.ts';

/** Corrects a row: its card, whether any printing is accepted, or that it is left out. A doubtful row becomes sure. */
export async function changeRow(
  platform: Platform,
  actor: Actor,
  id: string,
  n: number,
  change: ChangeRowInput,
): Promise<void> {
  const { catalogueCardId: chosen, anyPrinting, leaveOut = false } = change;
  if (chosen !== undefined && !(await findCardsByIds(platform.db, [chosen])).has(chosen))
    throw invalid({ catalogueCardId: 'This card isn’t in the card database. Choose another card.' });
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'bring');
    const preview = await findPreview(tx, list.id);
    const row = preview.rows.find((one) => one.row === n);
    if (!row) throw notFound('We couldn’t find this row. Reload the page.');
    if (row.quantity === 0 && !leaveOut)
      throw invalid({ row: 'Enter a quantity for this row in your file, then import it again.' });
    const cardId = chosen ?? row.cardId;
    if (cardId === null && !leaveOut) throw invalid({ catalogueCardId: 'Choose a card.' });
    const put: PreviewRow = {
      ...row,
      cardId,
      anyPrinting: anyPrinting ?? (chosen === undefined ? row.anyPrinting : false),
      leftOut: leaveOut,
      status: leaveOut ? row.status : 'sure',
    };
    const rows = preview.rows.map((one) => (one.row === n ? put : one));
    await tx.db.update(wantListPreview).set({ rows }).where(eq(wantListPreview.listId, list.id));
  });
}

/**
 * Adds every sure row to the list; answers how many. Rows without a card stay in the preview. Refuses where there is none (409 `nothing_brought`), and more
 * lines than the tier allows (403 `tier_limit`).
 */
export async function commitPreview(platform: Platform, actor: Actor, id: string): Promise<number> {
  return write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'bring');
    const { rows } = await findPreview(tx, list.id);
    const taken = takenOf(rows);
    if (taken.length === 0)
      throw conflict(
        listRefusals.nothingImported,
        'No rows are ready to add. Choose a card for a row that needs review.',
      );
    const now = platform.clock.now();
    await addLines(tx, list, taken, now);
    const kept = rows.filter(isOpen);
    if (kept.length > 0)
      await tx.db.update(wantListPreview).set({ rows: kept }).where(eq(wantListPreview.listId, list.id));
    else await tx.db.delete(wantListPreview).where(eq(wantListPreview.listId, list.id));
    await touchList(tx, list, now);
    return taken.length;
  });
}

/** Deletes the preview. Having none is no error. */
export async function dropPreview(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'bring');
    await tx.db.delete(wantListPreview).where(eq(wantListPreview.listId, list.id));
  });
}

/** The rows that a commit adds: sure ones, and doubtful ones that the owner accepted. */
export const takenOf = (rows: readonly PreviewRow[]) =>
  rows.flatMap((row) =>
    row.status === 'sure' && !row.leftOut && row.cardId !== null ? [{ ...row, cardId: row.cardId }] : [],
  );

/** Rows whose card the owner can still choose. */
const isOpen = ({ status, leftOut, quantity }: PreviewRow) => status !== 'sure' && !leftOut && quantity > 0;

async function findPreview(tx: Tx, listId: string): Promise<WantListPreviewRow> {
  const [row] = await tx.db.select().from(wantListPreview).where(eq(wantListPreview.listId, listId));
  if (!row) throw conflict(listRefusals.nothingImported, 'This import was already added or discarded.');
  return row;
}
