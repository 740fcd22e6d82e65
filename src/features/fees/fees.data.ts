import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The platform's own fees: no personal data. */
export const feesData: PersonalData = {
  market_fee: { rowsOf: null, columns: all('none', 'id basis_points fixed_amount note by since') },
};
