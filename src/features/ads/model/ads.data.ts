import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** No personal data: an ad belongs to the operator of the server, and its counts name no member. */
export const adsData: PersonalData = {
  ad: {
    rowsOf: null,
    columns: all('none', 'id text link picture starts_at ends_at weight version created_at updated_at'),
  },
  ad_count: { rowsOf: null, columns: all('none', 'ad_id day shown pressed') },
};
