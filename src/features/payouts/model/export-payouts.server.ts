import type { Db } from '#platform/db/db.ts';
import { readOwnRows } from '#platform/personal-data/personal-data.ts';
import { payoutsData } from './payout.data.ts';

/** The payouts in a member's export. */
export async function exportPayouts(db: Db, memberId: string) {
  return {
    payoutAccount: await readOwnRows(db, payoutsData, 'payout_account', memberId),
    payouts: await readOwnRows(db, payoutsData, 'order_payout', memberId),
    taxDetails: await readOwnRows(db, payoutsData, 'tax_details', memberId),
    invoices: await readOwnRows(db, payoutsData, 'invoice', memberId),
    transfers: await readOwnRows(db, payoutsData, 'transfer', memberId),
    bankPayouts: await readOwnRows(db, payoutsData, 'bank_payout', memberId),
    transferReversals: await readOwnRows(db, payoutsData, 'transfer_reversal', memberId),
  };
}
