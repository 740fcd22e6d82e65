import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

const byMe = (tag: 'kept' | 'own') => ({ tag, when: 'author_id = $1' }) as const;

/** A review is its author's words about somebody: both have it in their export, and it stays for whom it is about when its author goes. */
export const reviewsData: PersonalData = {
  review: {
    rowsOf: 'author_id = $1 or (member_id = $1 and shown_at is not null)',
    columns: {
      ...all('kept', 'id order_id rating text reply replied_at shown_at hidden_at hidden_reason created_at updated_at'),
      author_id: byMe('kept'),
      member_id: { tag: 'kept', when: 'member_id = $1' },
      ...all('none', 'shows_at counts version hidden_by'),
    },
  },
  review_statistics: { rowsOf: 'member_id = $1', columns: { ...all('own', 'count stars'), ...all('none', 'member_id') } },
};
