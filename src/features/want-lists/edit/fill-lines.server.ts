import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Bought, copyBought, isWanted, keysOfCopy } from '#features/wanted/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type WantListLineRow, wantList, wantListFill, wantListLine } from '../model/want-list.tables.ts';
import { criteriaOf } from '../read/line-criteria.server.ts';

/**
 * Marks what a member has bought on their lists: each copy on one line, first the lines for that printing, then the
 * oldest. Idempotent for an order.
 */
export async function fillLines(tx: Tx, { orderId, buyerId, sellerId, items }: Bought, now: Date): Promise<void> {
  const copies = items.map(({ quantity, snapshot }) => ({ left: quantity, copy: copyBought(sellerId, snapshot) }));
  const lists = await lockLists(tx, eq(wantList.ownerId, buyerId));
  if (lists.length === 0 || (await tx.db.$count(wantListFill, eq(wantListFill.orderId, orderId))) > 0) return;
  const keys = copies.flatMap(({ copy }) => keysOfCopy(copy));
  const open = sql`${wantListLine.bought} < ${wantListLine.quantity}`;
  const lines = await tx.db
    .select()
    .from(wantListLine)
    .where(and(inArray(wantListLine.listId, lists), inArray(wantListLine.sought, keys), open));
  for (const line of lines.sort(closestFirst)) {
    let taken = 0;
    for (const each of copies) {
      if (!isWanted(criteriaOf(line, buyerId), each.copy)) continue;
      const some = Math.min(each.left, line.quantity - line.bought - taken);
      each.left -= some;
      taken += some;
    }
    if (taken === 0) continue;
    await tx.db.insert(wantListFill).values({ listId: line.listId, n: line.n, orderId, copies: taken, at: now });
    await tick(tx, line, taken, now);
  }
}

/** Takes the copies of a cancelled order off again, so that they are wanted. Idempotent for an order. */
export async function giveLinesBack(tx: Tx, orderId: string, now: Date): Promise<void> {
  const ticked = tx.db.select({ id: wantListFill.listId }).from(wantListFill).where(eq(wantListFill.orderId, orderId));
  await lockLists(tx, inArray(wantList.id, ticked));
  const fills = await tx.db.delete(wantListFill).where(eq(wantListFill.orderId, orderId)).returning();
  for (const { copies, ...line } of fills) await tick(tx, line, -copies, now);
}

/** A writer of lines locks their lists, several in the order of their ids. */
async function lockLists(tx: Tx, which: ReturnType<typeof eq>): Promise<string[]> {
  const rows = await tx.db
    .select({ id: wantList.id })
    .from(wantList)
    .where(which)
    .orderBy(asc(wantList.id))
    .for('update');
  return rows.map(({ id }) => id);
}

async function tick(
  tx: Tx,
  { listId, n }: Pick<WantListLineRow, 'listId' | 'n'>,
  copies: number,
  now: Date,
): Promise<void> {
  await tx.db
    .update(wantListLine)
    .set({ bought: sql`greatest(0, ${wantListLine.bought} + ${copies})` })
    .where(and(eq(wantListLine.listId, listId), eq(wantListLine.n, n)));
  await tx.db
    .update(wantList)
    .set({ version: sql`${wantList.version} + 1`, updatedAt: now })
    .where(eq(wantList.id, listId));
}

const closestFirst = (a: WantListLineRow, b: WantListLineRow) =>
  Number(a.anyPrinting) - Number(b.anyPrinting) || a.createdAt.getTime() - b.createdAt.getTime() || a.n - b.n;
