import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The market's own words and figures: nothing of a member. */
export const termsData: PersonalData = {
  market_fee: { rowsOf: null, columns: all('none', 'id basis_points fixed_amount note by since') },
  market_text: { rowsOf: null, columns: all('none', 'name text version updated_at') },
};
