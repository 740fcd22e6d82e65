import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/**
 * What a card was sold for, without whose it was: an order leads to its members, and digests say only whether two sales
 * of a card had the same two, or one buyer.
 */
export const pricesData: PersonalData = {
  card_sale: {
    rowsOf: null,
    columns: all(
      'none',
      'order_id position card_id finish language condition price_amount currency pair is_own sold_at is_final buyer_keys',
    ),
  },
};
