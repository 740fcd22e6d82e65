import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** What a card was sold for, without whose it was: an order leads to its members, and a digest says only whether two sales had the same two. */
export const pricesData: PersonalData = {
  card_sale: {
    rowsOf: null,
    columns: all('none', 'order_id position card_id finish language condition price_amount currency pair is_own sold_at'),
  },
};
