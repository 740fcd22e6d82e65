import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

const byMe = (tag: 'kept' | 'own') => ({ tag, when: 'author_id = $1' }) as const;

/**
 * A review is its author's text about another member: both have it in their export, and it stays for the reviewed
 * member when its author is deleted.
 */
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
  sale_fact: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('own', 'order_id paid_at ship_seconds is_canceled is_reported is_settled'),
      ...all('none', 'seller_id'),
    },
  },
  answer_fact: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'thread_id answered_at wait_seconds'), ...all('none', 'member_id') },
  },
  member_facts: { rowsOf: 'member_id = $1', columns: all('none', 'member_id renew_at') },
  review_statistics: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'count stars'), ...all('none', 'member_id') },
  },
};

/** Listed on the privacy page. */
export const reviewsRetained: readonly RetainedData[] = [
  {
    rank: 54,
    title: 'Reviews and seller performance',
    says: 'Reviews that you wrote or that are about you, and your shipping and reply times, calculated from orders and messages.',
    stays: 'Your reviews stay visible to the reviewed members, under “Deleted member”.',
    tables: ['review', 'sale_fact', 'answer_fact', 'member_facts', 'review_statistics'],
  },
];
