import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Searches, follows and alerts belong to a member and are deleted with them. */
export const alertsData: PersonalData = {
  saved_search: {
    rowsOf: 'owner_id = $1',
    columns: {
      ...all('own', 'id name name_code name_params query frequency listing_id created_at'),
      ...all('none', 'owner_id games seller_id min_rank max_rank keys narrows said words advanced keyed_as'),
    },
  },
  follow: {
    rowsOf: 'follower_id = $1',
    columns: { ...all('own', 'seller_id frequency created_at'), follower_id: 'none' },
  },
  alert: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'kind source_id listing_id told_at mailed_at'), ...all('none', 'member_id about due_at') },
  },
  alert_choice: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'favourites lists mailed_at'), member_id: 'none' },
  },
  favorite_watch: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'listing_id least_amount currency is_for_sale'), member_id: 'none' },
  },
};

/** Listed on the privacy page. */
export const alertsRetained: readonly RetainedData[] = [
  {
    rank: 46,
    title: 'Saved searches, sellers you follow, and alerts',
    says: 'Your saved searches, the sellers you follow, your notification frequencies, what we notified you about, and the last known price of each favorite. Other members can’t see who you follow.',
    tables: ['saved_search', 'follow', 'alert', 'alert_choice', 'favorite_watch'],
  },
];
