import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '../personal-data/retained-data.ts';

export const countersData: PersonalData = {
  // Counts of things that the export lists; they say nothing more.
  member_counter: { rowsOf: 'member_id = $1', columns: all('none', 'member_id kind slot n') },
};

/** For the privacy page. */
export const countersRetained: readonly RetainedData[] = [
  {
    rank: 13,
    title: 'Counts of what waits for you',
    says: 'How many messages, offers, orders and notifications you have not seen.',
    tables: ['member_counter'],
  },
];
