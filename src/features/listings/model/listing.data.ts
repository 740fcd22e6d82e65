import { copyFlags } from '#features/catalogue/words.ts';
import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

const ofMine = 'listing_id in (select id from listing where seller_id = $1)';

export const listingsData: PersonalData = {
  listing: {
    rowsOf: 'seller_id = $1',
    // What was ordered stays as what was sold; everything else of a seller who goes is deleted.
    columns: {
      ...all(
        'kept',
        'id card_id game set_code set_name number name rarity title condition finish language grading checklist quantity quantity_sold',
      ),
      ...all('kept', ['edition', ...copyFlags].join(' ')),
      ...all('kept', 'price_amount currency shipping photos status created_at updated_at published_at expires_at'),
      ...all(
        'own',
        'offer_floor_amount auto_accept_amount auto_decline_amount description free_text sku place private_note cost_amount cost_currency',
      ),
      ...all(
        'none',
        'seller_id card_finishes graded quantity_held price_rank accepts_offers paused_by is_unfinished tier version facts_version photo_hashes favorite_count words n offer_window_hours',
      ),
    },
  },
  // Each listing's history; an admin's message in it is deleted with its seller.
  listing_history: {
    rowsOf: ofMine,
    columns: {
      ...all('kept', 'id listing_id verb from_state to_state by why order_id at'),
      note: 'own',
      actor_id: { tag: 'kept', when: "by = 'seller'" },
    },
  },
  // What each said before an edit. What was ordered has it in the order.
  listing_said: {
    rowsOf: ofMine,
    columns: { ...all('own', 'before at'), ...all('none', 'listing_id until_version shown') },
  },
  listing_shelf: { rowsOf: 'seller_id = $1', columns: all('none', 'seller_id') },
  listing_photo: {
    rowsOf: ofMine,
    columns: {
      ...all('kept', 'id listing_id position kind alt width height bytes created_at'),
      ...all('none', 'view widths placeholder sha256'),
    },
  },
  listing_view: { rowsOf: ofMine, columns: { ...all('kept', 'views'), listing_id: 'none' } },
  // Sums of the above, for the dashboard.
  listing_tally: {
    rowsOf: 'seller_id = $1',
    columns: all('none', 'id seller_id status currency listings worth favorites views folded'),
  },
  listing_notice: {
    rowsOf: ofMine,
    columns: { ...all('own', 'about ends_at told_at'), ...all('none', 'listing_id mail_id') },
  },
  own_table: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'hidden is_compact views'), member_id: 'none' },
  },
  sales_block: { rowsOf: 'seller_id = $1', columns: { ...all('own', 'reason since'), seller_id: 'none' } },
  favorite: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'listing_id saved_at saved_price_amount saved_currency'), user_id: 'none' },
  },
  viewed_listing: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'listing_id viewed_at'), member_id: 'none' },
  },
};

/** The privacy page names it. */
export const listingsRetained: readonly RetainedData[] = [
  {
    rank: 32,
    title: 'Your listings',
    says: 'Your listings with their photos, earlier versions, status history and view counts (never who viewed them). Only you see the SKU, storage location, private note, cost per card and offer thresholds. The columns you chose for your listings table and the views you saved.',
    stays: 'Listings that were ordered, as they were sold. Their buyers need them.',
    tables: [
      'listing',
      'listing_history',
      'listing_said',
      'listing_shelf',
      'listing_photo',
      'listing_view',
      'listing_tally',
      'listing_notice',
      'own_table',
      'sales_block',
    ],
  },
  {
    rank: 33,
    title: 'Favorites',
    says: 'Your favorite listings, each with the date and its price on that date. Sellers see how many members favorited a listing. They see your username only if you accept or counter their offer.',
    tables: ['favorite'],
  },
  {
    rank: 36,
    title: 'Recently viewed',
    says: 'The last 20 listings that you opened, so that you can find them again on the home page. Only you see them, and you can clear them there.',
    tables: ['viewed_listing'],
  },
];
