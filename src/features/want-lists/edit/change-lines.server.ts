import { and, eq } from 'drizzle-orm';
import { notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { AddLineInput, ChangeLineInput } from '../contract.ts';
import { type WantListLineRow, wantListLine } from '../model/want-list.tables.ts';
import { listsLimits } from '../model/want-lists.limits.ts';
import { wantKey } from '../read/line-criteria.server.ts';
import { addLines } from './add-lines.server.ts';
import { lockList, touchList } from './lock-list.server.ts';

/**
 * Adds one card to the member's own list. Refuses an unknown card (422), more lines than the tier allows (403
 * `tier_limit`), too many in a day (429).
 */
export async function addLine(
  platform: Platform,
  actor: Actor,
  id: string,
  { catalogueCardId, ...terms }: AddLineInput,
): Promise<void> {
  const { anyPrinting = false, quantity = 1, lowestCondition = null, language = null, finish = null } = terms;
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'change');
    await platform.limits.count(listsLimits.added, actor.id, tx.db);
    const now = platform.clock.now();
    await addLines(
      tx,
      list,
      [{ cardId: catalogueCardId, anyPrinting, quantity, lowestCondition, language, finish }],
      now,
    );
    await touchList(tx, list, now);
  });
}

/** Changes the fields of a line that are sent. */
export async function changeLine(
  platform: Platform,
  actor: Actor,
  id: string,
  n: number,
  change: ChangeLineInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'change');
    const line = await findLine(tx, list.id, n);
    const { anyPrinting = line.anyPrinting, quantity = line.quantity } = change;
    const { lowestCondition = line.lowestCondition, language = line.language, finish = line.finish } = change;
    const fields = { ...line, anyPrinting, quantity, lowestCondition, language, finish };
    await tx.db
      .update(wantListLine)
      .set({ ...fields, sought: wantKey(fields) })
      .where(isLine(list.id, n));
    await touchList(tx, list, platform.clock.now());
  });
}

/** Removes a line. */
export async function removeLine(platform: Platform, actor: Actor, id: string, n: number): Promise<void> {
  await write(platform, async (tx) => {
    const list = await lockList(tx, actor, id, 'change');
    await findLine(tx, list.id, n);
    await tx.db.delete(wantListLine).where(isLine(list.id, n));
    await touchList(tx, list, platform.clock.now());
  });
}

const isLine = (listId: string, n: number) => and(eq(wantListLine.listId, listId), eq(wantListLine.n, n));

async function findLine(tx: Tx, listId: string, n: number): Promise<WantListLineRow> {
  const [line] = await tx.db.select().from(wantListLine).where(isLine(listId, n));
  if (!line) throw notFound('This card is no longer on the list.');
  return line;
}
