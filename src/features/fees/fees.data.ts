import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The platform's own texts and fees: no personal data. */
export const termsData: PersonalData = {
  market_fee: { rowsOf: null, columns: all('none', 'id basis_points fixed_amount note by since') },
  market_text: { rowsOf: null, columns: all('none', 'name text version updated_at') },
};
