import { and, asc, eq, inArray } from 'drizzle-orm';
import { type ListingSnapshot, searchTextOf } from '#features/listings/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { changeWant, moveWant } from '../lifecycle/move-want.server.ts';
import { type WantRow, want, wantFill } from '../model/want.tables.ts';
import { type Copy, isWanted, keysOfCopy } from '../model/wanted.rules.ts';
import { wantLimits } from '../words.ts';
import { criteriaOf } from './criteria.server.ts';

export interface Bought {
  orderId: string;
  buyerId: string;
  sellerId: string;
  items: readonly { quantity: number; snapshot: ListingSnapshot }[];
}

/**
 * Takes a member's bought copies off their wants, each off one: first the wants for that printing, then the oldest. The
 * price does not matter, since a buyer who paid more has the card too. Idempotent for an order.
 */
export async function fillWants(tx: Tx, { orderId, buyerId, sellerId, items }: Bought, now: Date): Promise<void> {
  const copies = items.map(({ quantity, snapshot }) => ({ left: quantity, copy: copyBought(sellerId, snapshot) }));
  const keys = copies.flatMap(({ copy }) => keysOfCopy(copy));
  const rows = await tx.db
    .select()
    .from(want)
    .where(and(eq(want.ownerId, buyerId), eq(want.status, 'open'), inArray(want.sought, keys)))
    .orderBy(asc(want.id))
    .for('update');
  if (rows.length === 0 || (await tx.db.$count(wantFill, eq(wantFill.orderId, orderId))) > 0) return;
  for (const row of rows.sort(closestFirst)) {
    let taken = 0;
    for (const each of copies) {
      if (!isWanted(criteriaOf(row), each.copy)) continue;
      const some = Math.min(each.left, row.quantity - taken);
      each.left -= some;
      taken += some;
    }
    if (taken === 0) continue;
    await tx.db.insert(wantFill).values({ wantId: row.id, orderId, copies: taken, at: now });
    const quantity = row.quantity - taken;
    await changeWant(tx, row, { quantity }, 'moved', now);
    if (quantity === 0) await moveWant(tx, row, 'fill', 'purchase', now);
  }
}

/**
 * Gives the copies of a cancelled order back, and reopens a want that it filled. One that its owner ended stays so.
 * Idempotent for an order.
 */
export async function giveWantsBack(tx: Tx, orderId: string, now: Date): Promise<void> {
  const taken = tx.db.select({ id: wantFill.wantId }).from(wantFill).where(eq(wantFill.orderId, orderId));
  const rows = await tx.db.select().from(want).where(inArray(want.id, taken)).orderBy(asc(want.id)).for('update');
  const fills = await tx.db.delete(wantFill).where(eq(wantFill.orderId, orderId)).returning();
  for (const row of rows) {
    const copies = fills.find(({ wantId }) => wantId === row.id)?.copies ?? 0;
    if (copies === 0) continue;
    const isReopened = row.status === 'filled' && row.quantity === 0;
    if (isReopened) await moveWant(tx, row, 'reopen', 'purchase', now);
    await changeWant(tx, row, { quantity: Math.min(wantLimits.quantity, row.quantity + copies) }, 'edited', now);
    if (!isReopened) continue;
    // An end that was due meanwhile applies now, since its timer has fired already.
    const open = { ...row, status: 'open' as const };
    if (row.hiddenAt !== null) {
      await changeWant(tx, row, { hiddenFrom: 'open' }, 'edited', now);
      await moveWant(tx, open, 'close', 'operator', now);
    } else if (now >= row.expiresAt) await moveWant(tx, open, 'expire', 'timer', now);
  }
}

/** A copy of an order in the form that wants compare. */
export function copyBought(sellerId: string, snapshot: ListingSnapshot): Copy {
  const { words } = searchTextOf({ cardFinishes: [], ...snapshot }, snapshot.title);
  return { ...snapshot, sellerId, words, condition: snapshot.condition as Copy['condition'] };
}

const breadth = ({ card, anyPrinting }: WantRow) => (card === null ? 2 : anyPrinting ? 1 : 0);
const closestFirst = (a: WantRow, b: WantRow) =>
  breadth(a) - breadth(b) || a.createdAt.getTime() - b.createdAt.getTime();
