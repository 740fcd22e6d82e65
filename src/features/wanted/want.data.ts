import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** What somebody looks for is theirs, and goes with them. */
export const wantsData: PersonalData = {
  want: {
    rowsOf: 'owner_id = $1',
    columns: {
      ...all('own', 'id card title game lowest_condition language finish highest_amount currency quantity description'),
      ...all('own', 'status expires_at created_at updated_at'),
      ...all('none', 'owner_id version'),
    },
  },
};
