import { eq } from 'drizzle-orm';
import { isReported } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listRefusals } from '../contract.ts';
import { unknownList } from '../model/want-list.policy.ts';
import { type WantListRow, wantList } from '../model/want-list.tables.ts';
import { touchList } from './lock-list.server.ts';

interface ByAdmin {
  listId: string;
  /** The admin's id. */
  by: string;
}

/** A write that commits or rolls back with it. */
type Alongside = (tx: Tx, row: WantListRow, now: Date) => Promise<void>;

/**
 * An admin hides a list from all members but its owner, who reads the reason; no change of the owner shows it again.
 * Refuses an unknown one, and a private one without an open report (404), so that making a reported list private is no
 * escape. Refuses a hidden one (409 `wrong_state`).
 */
export async function hideList(
  platform: Platform,
  { listId, by, reason }: ByAdmin & { reason: string },
  alongside: Alongside,
): Promise<void> {
  await onList(platform, listId, async (tx, row, now) => {
    if (row.hiddenAt !== null) throw conflict(listRefusals.wrongState, 'This want list is already hidden.');
    if (!(row.isPublic || (await isReported(tx.db, 'list', row.id)))) throw notFound(unknownList);
    await touchList(tx, row, now, { hiddenAt: now, hiddenBy: by, hiddenReason: reason });
    await recordAct(tx, { by, act: 'want-list.hidden', subject: row.id, data: { owner: row.ownerId, reason } }, now);
    await alongside(tx, row, now);
  });
}

/** Shows it again. Refuses one that is not hidden (409 `wrong_state`). */
export async function releaseList(platform: Platform, { listId, by }: ByAdmin, alongside: Alongside): Promise<void> {
  await onList(platform, listId, async (tx, row, now) => {
    if (row.hiddenAt === null) throw conflict(listRefusals.wrongState, 'This want list isn’t hidden.');
    await touchList(tx, row, now, { hiddenAt: null, hiddenBy: null, hiddenReason: null });
    await recordAct(tx, { by, act: 'want-list.released', subject: row.id, data: { owner: row.ownerId } }, now);
    await alongside(tx, row, now);
  });
}

async function onList(
  platform: Platform,
  id: string,
  work: (tx: Tx, row: WantListRow, now: Date) => Promise<void>,
): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = isId(id) ? await tx.db.select().from(wantList).where(eq(wantList.id, id)).for('update') : [];
    if (!row) throw notFound(unknownList);
    await work(tx, row, platform.clock.now());
  });
}
