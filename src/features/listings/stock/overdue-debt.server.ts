import { hasOverdueDebt } from '#features/ledger/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from '../contract.ts';
import { debtSentence } from '../model/state-sentences.ts';

/** Before more goes up for sale: refuses (409) a seller who owes the market too much, or for too long. */
export async function requireNoOverdueDebt({ db }: Pick<Tx, 'db'>, sellerId: string): Promise<void> {
  if (!(await hasOverdueDebt(db, sellerId))) return;
  throw conflict(listingRefusals.debtOverdue, debtSentence);
}
