import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Deleted with the member; an order retains its copy (`order_item.snapshot`), which its buyer may need. */
export const tradersData: PersonalData = {
  seller_standing: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all(
        'own',
        'kind legal_name street postal_code city country email phone register register_number vat_id withdrawal certified_at marked_at data_due_at updated_at',
      ),
      ...all('none', 'member_id marked_by'),
    },
  },
  seller_standing_change: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'kind fields created_at'), ...all('none', 'id member_id by') },
  },
};

/** Listed on the privacy page. */
export const tradersRetained: readonly RetainedData[] = [
  {
    rank: 30,
    title: 'Details of professional sellers',
    says: 'Details that the law requires of professional sellers: legal name, address, email, phone, register and VAT ID. They are public on the seller’s page, and each order keeps them for its buyer. For each change, we keep only the fields, the time and the person.',
    tables: ['seller_standing', 'seller_standing_change'],
  },
];
