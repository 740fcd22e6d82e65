import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';
import { orderDeadlines } from './order.times.ts';

const mine = 'buyer_id = $1 or seller_id = $1';
const ofMine = `order_id in (select id from orders where ${mine})`;

/** An order is a record of both sides: it stays when one of them goes, without that side's address. */
export const ordersData: PersonalData = {
  orders: {
    rowsOf: mine,
    columns: {
      ...all(
        'kept',
        'id status currency items_amount shipping_amount total_amount shipping_name shipping_tracked hold_expires_at paid_at',
      ),
      ...all(
        'kept',
        'shipping_parcels ships_from status_since carrier tracking_number created_at updated_at cancel_reason cancel_code decision_asked_at report_missing_from',
      ),
      purchase_id: { tag: 'kept', when: 'buyer_id = $1' },
      address: { tag: 'own', when: 'buyer_id = $1' },
      dispute_reason: { tag: 'kept', when: 'buyer_id = $1' },
      dispute_text: { tag: 'kept', when: 'buyer_id = $1' },
      ...all('none', 'buyer_id seller_id version attention attention_params buyer_read seller_read hold_slot'),
    },
  },
  order_item: {
    rowsOf: ofMine,
    columns: all('kept', 'order_id position listing_id title quantity price_amount snapshot'),
  },
  // The buyer's own; they go with the buyer.
  order_photo: {
    rowsOf: 'order_id in (select id from orders where buyer_id = $1)',
    columns: {
      ...all('own', 'id order_id width height created_at'),
      ...all('none', 'widths placeholder sha256 bytes'),
    },
  },
  order_history: {
    rowsOf: ofMine,
    columns: { ...all('kept', 'order_id status at by note note_code note_params'), ...all('none', 'id actor_id') },
  },
  order_case: {
    rowsOf: ofMine,
    columns: {
      ...all(
        'kept',
        'order_id kind state outcome proposal positions carrier tracking_number due_at created_at updated_at',
      ),
      ...all('none', 'id version'),
    },
  },
  // Of the buyer: it holds orders of several sellers.
  purchase: {
    rowsOf: 'buyer_id = $1',
    columns: {
      ...all('kept', 'id status mode currency items_amount shipping_amount total_amount hold_expires_at'),
      ...all('kept', 'captured_amount captured_at created_at updated_at'),
      ...all('none', 'buyer_id hold_slot idempotency_key ship_to session_id session_url session_expires_at'),
      ...all('none', 'payment_intent_id charge_id chargeback_reading version'),
    },
  },
  // Written by processes of an earlier release only; `purchase` has the same.
  payment: {
    rowsOf: null,
    columns: {
      ...all('none', 'order_id amount currency captured_amount captured_at'),
      ...all(
        'none',
        'attempt idempotency_key session_id session_url session_expires_at payment_intent_id chargeback_reading',
      ),
    },
  },
  refund: {
    rowsOf: ofMine,
    columns: {
      ...all('kept', 'order_id amount currency cause reason state asked_at done_at failed_at positions'),
      ...all('none', 'id stripe_refund_id asked_by failure retry_of covered_amount'),
    },
  },
  chargeback: {
    rowsOf: `purchase_id in (select purchase_id from orders where ${mine})`,
    columns: {
      ...all('kept', 'id reason opened_at closed_at'),
      // Of the whole purchase: a member's part is in `chargeback_part`.
      ...all('none', 'order_id purchase_id amount'),
      ...all('none', 'status is_refundable taken_amount bookings evidence_due_at reading read_at'),
      // Evidence of both sides: what the seller sold, and the buyer's address, which is deleted with the buyer
      // (`forgetBuyer`).
      evidence: 'other',
      ...all('none', 'evidence_file evidence_for evidence_by evidence_asked_at evidence_sent_at evidence_failure'),
    },
  },
  chargeback_part: {
    rowsOf: ofMine,
    columns: { ...all('kept', 'chargeback_id order_id amount'), ...all('none', 'taken_amount covered_amount') },
  },
  fraud_warning: {
    rowsOf: `purchase_id in (select purchase_id from orders where ${mine})`,
    columns: all('none', 'id order_id purchase_id fraud_type is_actionable warned_at cleared_at'),
  },
  hold_pause: { rowsOf: 'buyer_id = $1', columns: all('none', 'buyer_id listing_id until') },
  // Links accounts of one person; meaningless to a reader, and deleted with the member.
  order_origin: {
    rowsOf: 'order_id in (select id from orders where buyer_id = $1)',
    columns: { network: 'secret', ...all('none', 'order_id at') },
  },
  buyer_trace: { rowsOf: 'member_id = $1', columns: { hash: 'secret', ...all('none', 'member_id kind seen_at') } },
  order_sign: { rowsOf: ofMine, columns: all('none', 'order_id kind at') },
};

/** Listed on the privacy page. */
export const ordersRetained: readonly RetainedData[] = [
  {
    rank: 42,
    title: 'Orders, payments and refunds',
    says: `Items, prices, buyer, seller and the time of each step. The shipping address, shown to the seller from the payment until ${orderDeadlines.addressForSeller} after the order is completed. A phone number is part of it only where the shipping method needs one. Photos and text of reported problems. Payments, refunds and payment disputes, in which we may submit the record of the order and its messages to the bank. Payment card numbers never reach our server.`,
    stays:
      'The law requires sellers and marketplaces to keep sales records for up to 10 years. Your name is replaced by “Deleted member”, and your address is deleted.',
    tables: [
      'orders',
      'order_item',
      'order_photo',
      'order_history',
      'order_case',
      'purchase',
      'refund',
      'chargeback',
      'chargeback_part',
      'fraud_warning',
      'hold_pause',
    ],
  },
  {
    rank: 43,
    title: 'Protection against fake sales',
    says: 'Hashes of payment card, shipping address, network and browser. They can’t be reversed. They only show whether two accounts may belong to one person, and only our team sees that.',
    tables: ['order_origin', 'buyer_trace', 'order_sign'],
  },
];
