import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** The offer and its answer are a record of both sides; a message written with it is deleted with its author. */
export const offersData: PersonalData = {
  offer: {
    rowsOf: 'buyer_id = $1 or seller_id = $1',
    columns: {
      ...all(
        'kept',
        'id listing_id title amount asked_amount currency made_by status counter_of expires_at by_rule note promise pay_by order_id basket_id quantity',
      ),
      ...all('kept', 'decided_at created_at updated_at'),
      message: { tag: 'own', when: "case made_by when 'buyer' then buyer_id else seller_id end = $1" },
      decline_reason: { tag: 'own', when: "case made_by when 'buyer' then seller_id else buyer_id end = $1" },
      is_unpaid: { tag: 'kept', when: 'buyer_id = $1' },
      network: 'secret',
      ...all('none', 'buyer_id seller_id listing_version waits_ms held buyer_cleared seller_cleared version place'),
    },
  },
};

/** Listed on the privacy page. */
export const offersRetained: readonly RetainedData[] = [
  {
    rank: 40,
    title: 'Offers',
    says: 'Offers between you and other members, the replies and your messages with them.',
    stays: 'The offers and replies stay as a record of the other member. Your messages are deleted.',
    tables: ['offer'],
  },
];
