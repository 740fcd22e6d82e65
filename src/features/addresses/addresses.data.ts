import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Deleted with the member; an order keeps its own copy. */
export const addressesData: PersonalData = {
  address: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all('own', 'name line1 line2 city state postal_code country phone is_default created_at updated_at'),
      ...all('none', 'id member_id version'),
    },
  },
};

/** Described on the privacy page. */
export const addressesRetained: readonly RetainedData[] = [
  {
    rank: 41,
    title: 'Addresses',
    says: 'Your address book: names, addresses and phone numbers for your orders. Only you see it. An order keeps a copy of its address.',
    tables: ['address'],
  },
];
