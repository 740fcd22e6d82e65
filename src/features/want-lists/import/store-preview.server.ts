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
  new Refusal(413, listRefusals.tooLarge, 'A list of cards may have at most 1 MB. Send it in parts.');

/**
 * Reads a pasted list of cards or a file of one. Refuses what is none (422 `unreadable_file`), a large one (413), too
 * many in an hour (429).
 */
export async function readPreview(
  platform: Platform,
  actor: Actor,
  brought: Uint8Array | string,
): Promise<ReadPreview> {
  const bytes = typeof brought === 'string' ? new TextEncoder().encode(brought) : brought;
  if (bytes.length > listLimits.fileBytes) throw tooLarge();
  await platform.limits.count(listsLimits.brought, actor.id);
  const { format, notes, rows } = await readWantedFile(platform, bytes, listLimits.rows);
  return { format: format.id, notes, rows: rows.map(kept) };
}

const kept = ({ card, candidates, ...row }: WantedRow): PreviewRow => ({
  ...row,
  cardId: card?.id ?? null,
  candidates: candidates.map(({ id }) => id),
  leftOut: false,
});

/** Keeps what was read beside the list; what was brought before and never put on it goes. */
export async function keepPreview(
  tx: Tx,
  listId: string,
  { format, notes, rows }: ReadPreview,
  now: Date,
): Promise<void> {
  const brought = { format, notes, rows, createdAt: now };
  await tx.db
    .insert(wantListPreview)
    .values({ listId, ...brought })
    .onConflictDoUpdate({ target: wantListPreview.listId, set: brought });
}
