import { listDebtors, listUndecided, readMarketMoney } from '#features/payouts/index.server.ts';
import type { Platform } from '#platform/platform.ts';

/** The market's money in each currency, the sellers who owe it, and the orders that wait for an admin's decision. */
export async function readMoney({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const now = clock.now();
  return {
    currencies: await readMarketMoney(db),
    debts: await listDebtors(db, now),
    undecided: await listUndecided(db, now),
  };
}
