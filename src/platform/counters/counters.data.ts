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
    title: 'Unread and pending items',
    says: 'The numbers of your unread messages and notifications, pending offers and updated orders.',
    tables: ['member_counter'],
  },
];
