import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Changes and rules belong to a seller and are deleted with them. */
export const bulkData: PersonalData = {
  bulk_change: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('own', 'id change status committed_at moved_at created_at rule_id night'),
      ...all('none', 'seller_id version'),
    },
  },
  bulk_rule: {
    rowsOf: 'seller_id = $1',
    columns: { ...all('own', 'id name choice change is_on created_at'), ...all('none', 'seller_id version') },
  },
  bulk_change_row: {
    rowsOf: 'change_id in (select id from bulk_change where seller_id = $1)',
    columns: all(
      'own',
      'change_id n listing_id title state currency price_amount new_amount why why_code why_params reason',
    ),
  },
};

/** Listed on the privacy page. */
export const bulkRetained: readonly RetainedData[] = [
  {
    rank: 35,
    title: 'Bulk edits and price rules',
    says: 'Your bulk edits, each price before and after, and your price rules.',
    tables: ['bulk_change', 'bulk_rule', 'bulk_change_row'],
  },
];
