import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Wants belong to a member and are deleted with them. */
export const wantsData: PersonalData = {
  want: {
    rowsOf: 'owner_id = $1',
    columns: {
      ...all(
        'own',
        'id card title game lowest_condition language finish highest_amount currency any_printing with_postage quantity description frequency',
      ),
      ...all('own', 'status expires_at hidden_at hidden_reason created_at updated_at'),
      ...all('none', 'owner_id version sought mailed_at hidden_by hidden_from'),
    },
  },
  want_match: {
    rowsOf: 'want_id in (select id from want where owner_id = $1)',
    columns: { ...all('own', 'want_id listing_id at told_at'), ...all('none', 'listing_version ended_at mailed_at') },
  },
  want_fill: {
    rowsOf: 'want_id in (select id from want where owner_id = $1)',
    columns: all('own', 'want_id order_id copies at'),
  },
};

/** Listed on the privacy page. */
export const wantsRetained: readonly RetainedData[] = [
  {
    rank: 44,
    title: 'Wanted posts',
    says: 'Your wanted posts, the listings that matched them, and what you bought for them. The posts are public.',
    tables: ['want', 'want_match', 'want_fill'],
  },
];
