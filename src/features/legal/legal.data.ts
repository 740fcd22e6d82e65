import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The platform's own texts: no personal data. */
export const legalData: PersonalData = {
  market_text: { rowsOf: null, columns: all('none', 'name text version updated_at') },
};
