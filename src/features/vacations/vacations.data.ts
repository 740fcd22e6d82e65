import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Return notices are the waiting member's data, not the seller's. */
export const vacationsData: PersonalData = {
  return_wait: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'seller_id created_at'), ...all('none', 'member_id vacation_id') },
  },
};

/** Described on the privacy page. */
export const vacationsRetained: readonly RetainedData[] = [
  {
    rank: 47,
    title: 'Return notifications',
    says: 'The sellers for which you requested a return notification.',
    tables: ['return_wait'],
  },
];
