import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** A visitor's cart belongs to no member: it has a random token and what lies in it. */
export const cartData: PersonalData = {
  cart: {
    rowsOf: 'member_id = $1',
    columns: { ...all('none', 'id member_id'), token_hash: 'secret', ...all('own', 'touched_at country methods') },
  },
  cart_line: {
    rowsOf: 'cart_id in (select id from cart where member_id = $1)',
    columns: { ...all('own', 'listing_id quantity seen_price seen_currency seen_version added_at'), cart_id: 'none' },
  },
};

/** Listed on the privacy page. */
export const cartRetained: readonly RetainedData[] = [
  {
    rank: 48,
    title: 'Cart',
    says: 'The listings in your cart, their quantities, the prices you saw, and the country and shipping methods you chose. Without an account, a cookie holds a random number, and the cart is deleted after 30 days without a change.',
    tables: ['cart', 'cart_line'],
  },
];
