import { eq } from 'drizzle-orm';
import type { Money } from '#kernel/numbers/money.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { type Account, type BookingKind, ledgerEntry } from './ledger.tables.ts';

/** One row of a transaction: debit above 0, credit below. */
export interface Entry extends Money {
  account: Account;
  orderId?: string;
  sellerId?: string;
}

export interface Booking {
  /** Names what is booked, for example `capture:PURCHASE`, so that it is booked once. */
  id: string;
  kind: BookingKind;
  at: Date;
  /** Stripe's object that moved the money, where this is the only transaction of it. */
  stripeId?: string | undefined;
  purchaseId?: string;
  /** Sum to 0 in each currency. Entries of 0 are left out. */
  entries: readonly Entry[];
}

/**
 * Books a transaction. Booking the same id again changes nothing and returns false. The database refuses, at the commit,
 * a transaction that does not sum to zero.
 */
export async function book(tx: Pick<Tx, 'db'>, { id, entries, ...booking }: Booking): Promise<boolean> {
  const rows = entries
    .filter(({ amount }) => amount !== 0)
    .map((entry) => ({ transactionId: id, ...booking, ...entry }));
  if (rows.length === 0) return false;
  const [known] = await tx.db
    .select({ id: ledgerEntry.id })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.transactionId, id))
    .limit(1);
  if (known) return false;
  const written = await tx.db
    .insert(ledgerEntry)
    .values(rows)
    // Another process booked it in between. No other conflict is ignored.
    .onConflictDoNothing({
      target: [ledgerEntry.transactionId, ledgerEntry.account, ledgerEntry.orderId, ledgerEntry.sellerId],
    })
    .returning({ id: ledgerEntry.id });
  if (written.length !== 0 && written.length !== rows.length)
    throw new Error(`transaction ${id} of the ledger is partly booked, or has two rows for one account`);
  return written.length > 0;
}
