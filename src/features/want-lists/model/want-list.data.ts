import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Want lists belong to a member and are deleted with them. */
export const listsData: PersonalData = {
  want_list: {
    rowsOf: 'owner_id = $1',
    columns: {
      ...all('own', 'id name is_public created_at updated_at hidden_at hidden_reason'),
      ...all('none', 'owner_id version hidden_by'),
    },
  },
  want_list_line: {
    rowsOf: 'list_id in (select id from want_list where owner_id = $1)',
    columns: {
      ...all(
        'own',
        'list_id n card_id game name any_printing quantity bought lowest_condition language finish created_at',
      ),
      sought: 'none',
    },
  },
  want_list_fill: {
    rowsOf: 'list_id in (select id from want_list where owner_id = $1)',
    columns: all('own', 'list_id n order_id copies at'),
  },
  want_list_preview: {
    rowsOf: 'list_id in (select id from want_list where owner_id = $1)',
    columns: all('own', 'list_id format notes rows created_at'),
  },
};

/** Listed on the privacy page. */
export const listsRetained: readonly RetainedData[] = [
  {
    rank: 45,
    title: 'Want lists',
    says: 'Your want lists, their cards, what you bought from them, and imports until you add or discard them. Lists are private unless you make them public.',
    tables: ['want_list', 'want_list_line', 'want_list_fill', 'want_list_preview'],
  },
];
