import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** Nothing here is a member's: an ad is the market's, and its counts say how often, never who. */
export const adsData: PersonalData = {
  ad: {
    rowsOf: null,
    columns: all('none', 'id text link picture starts_at ends_at weight version created_at updated_at'),
  },
  ad_count: { rowsOf: null, columns: all('none', 'ad_id day shown pressed') },
};
