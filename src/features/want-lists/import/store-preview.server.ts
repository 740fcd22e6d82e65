import { readWantedFile, type WantedRow } from '#features/imports/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listRefusals } from '../contract.ts';
import { type PreviewRow, wantListPreview } from '../model/want-list.tables.ts';
import { listsLimits } from '../model/want-lists.limits.ts';
import { listLimits } from '../words.ts';

export interface ReadPreview {
  format: string;
  notes: string[];
  rows: PreviewRow[];
}

export const tooLarge = () =>
  new Refusal(413, listRefusals.tooLarge, 'This card list is larger than 1 MB. Import it in parts.');

/**
 * Reads a pasted list or a file of cards. Refuses an unreadable one (422 `unreadable_file`), a large one (413), too
 * many in an hour (429).
 */
export async function readPreview(platform: Platform, actor: Actor, input: Uint8Array | string): Promise<ReadPreview> {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  if (bytes.length > listLimits.fileBytes) throw tooLarge();
  await platform.limits.count(listsLimits.brought, actor.id);
  const { format, notes, rows } = await readWantedFile(platform, bytes, listLimits.rows);
  return { format: format.id, notes, rows: rows.map(storedRow) };
}

const storedRow = ({ card, candidates, ...row }: WantedRow): PreviewRow => ({
  ...row,
  cardId: card?.id ?? null,
  candidates: candidates.map(({ id }) => id),
  leftOut: false,
});

/** Stores the preview of a list and replaces a former one. */
export async function storePreview(
  tx: Tx,
  listId: string,
  { format, notes, rows }: ReadPreview,
  now: Date,
): Promise<void> {
  const preview = { format, notes, rows, createdAt: now };
  await tx.db
    .insert(wantListPreview)
    .values({ listId, ...preview })
    .onConflictDoUpdate({ target: wantListPreview.listId, set: preview });
}
