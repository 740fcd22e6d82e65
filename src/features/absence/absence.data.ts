import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** Whose return somebody waits for is theirs, and no business of the seller's. */
export const absenceData: PersonalData = {
  return_wait: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'seller_id created_at'), ...all('none', 'member_id vacation_id') },
  },
};
