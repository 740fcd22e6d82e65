import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Deleted with the member; an order keeps what it was shipped by. */
export const shippingData: PersonalData = {
  shipping_table: {
    rowsOf: 'seller_id = $1',
    columns: { ...all('own', 'sends_from ship_days updated_at'), ...all('none', 'seller_id version') },
  },
  shipping_method: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all(
        'own',
        'destination name is_tracked max_cards max_slabs max_grams max_value price currency free_from needs_phone position',
      ),
      seller_id: 'none',
    },
  },
  // The host's own figures: no personal data.
  shipping_rule: { rowsOf: null, columns: all('none', 'id figures note by since') },
};

/** Described on the privacy page. */
export const shippingRetained: readonly RetainedData[] = [
  {
    rank: 37,
    title: 'Shipping methods',
    says: 'The country you ship from, your time to ship, and your shipping methods with their prices.',
    tables: ['shipping_table', 'shipping_method'],
  },
];
