import { and, inArray, ne, sql } from 'drizzle-orm';
import { conflict } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { orders } from '../model/order.tables.ts';
import { caseRefusals } from './case.contract.ts';
import { type CaseRow, orderCase } from './case.tables.ts';

const isOpen = ne(orderCase.state, 'closed');

/** The open cases of these orders; an order has at most one. */
export function listOpenCases(db: Db, orderIds: readonly string[]): Promise<CaseRow[]> {
  return db
    .select()
    .from(orderCase)
    .where(and(inArray(orderCase.orderId, [...orderIds]), isOpen));
}

/** The open case of an order whose row is locked, which guards its case too; null where there is none. */
export async function findOpenCase(tx: Tx, orderId: string): Promise<CaseRow | null> {
  const [row] = await listOpenCases(tx.db, [orderId]);
  return row ?? null;
}

/** The same for a side that acts on it. Refuses (409) where there is none, and another version than was read. */
export async function requireOpenCase(tx: Tx, orderId: string, version?: number): Promise<CaseRow> {
  const found = await findOpenCase(tx, orderId);
  if (!found) throw conflict(caseRefusals.wrongState, 'This request was closed. Reload the order.');
  if (version !== undefined && found.version !== version)
    throw conflict(caseRefusals.changed, 'This request changed. Read it, then answer again.', {
      version: found.version,
    });
  return found;
}

/** Whether the return of a withdrawal waits for an admin's decision. The order's row must be locked. */
export async function hasContestedReturn(tx: Tx, orderId: string): Promise<boolean> {
  const found = await findOpenCase(tx, orderId);
  return found?.kind === 'withdrawal' && found.state === 'decision';
}

/** The same as a condition about `orders`. */
export const awaitsReturnDecision = sql<boolean>`exists (select from order_case k where k.order_id = ${orders}.id and k.kind = 'withdrawal' and k.state = 'decision')`;
