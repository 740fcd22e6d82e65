import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Deleted with the member. */
export const cardReportData: PersonalData = {
  card_report: {
    rowsOf: 'reporter_id = $1',
    columns: { ...all('own', 'card_id field note created_at outcome closed_at'), ...all('none', 'id reporter_id') },
  },
};

/** Described on the privacy page. */
export const cardReportRetained: readonly RetainedData[] = [
  {
    rank: 52,
    title: 'Reports of wrong card data',
    says: 'The card, the detail, your note, and whether we corrected the card. Only our team sees who sent a report.',
    tables: ['card_report'],
  },
];
