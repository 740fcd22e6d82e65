import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The books name orders and sellers by id only; they stay when a member goes. */
export const ledgerData: PersonalData = {
  ledger_entry: {
    rowsOf: null,
    columns: all('none', 'id transaction_id kind account amount currency at purchase_id order_id seller_id stripe_id'),
  },
  seller_balance: { rowsOf: null, columns: all('none', 'seller_id currency owed debt overdue_since') },
};
