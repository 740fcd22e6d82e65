import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

/** Payouts are records of sales, kept by law. */
export const payoutsData: PersonalData = {
  payout_rule: { rowsOf: null, columns: all('none', 'id figures by since') },
  payout_account: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('own', 'email requirements deadline_at bank_changed_at paused_until'),
      ...all('kept', 'country state stripe_account_id created_at'),
      ...all('none', 'seller_id bank_print reading read_number read_at updated_at'),
    },
  },
  order_payout: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('kept', 'order_id currency state paid_at delivered_at due_at decided_at ready_at sent_at'),
      ...all('none', 'seller_id hold_days check_at paused_reason paused_until told_at updated_at'),
    },
  },
  transfer: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('kept', 'id order_id amount currency state claimed_at sent_at'),
      ...all('none', 'seller_id account_id stripe_transfer_id destination_payment bank_payout_id called_at failure'),
    },
  },
  bank_payout: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('kept', 'id amount currency status arrives_at failure created_at'),
      ...all('none', 'seller_id account_id failed_at has_orders is_automatic rest updated_at'),
    },
  },
  tax_rule: { rowsOf: null, columns: all('none', 'id basis_points name note by since') },
  tax_details: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all(
        'kept',
        'kind first_name last_name birth_date company_name register_number street postal_code city country',
      ),
      ...all('kept', 'tin tin_country vat_id given_at asked_at'),
      ...all('none', 'seller_id reminders reminded_at held_at'),
    },
  },
  invoice_series: { rowsOf: null, columns: all('none', 'name first next') },
  // By law an invoice stays as it was printed, with the seller's name.
  invoice: {
    rowsOf: 'seller_id = $1',
    columns: {
      ...all('kept', 'id number kind corrects month currency net tax tax_basis_points tax_name note lines recipient'),
      ...all('kept', 'issued_at'),
      ...all('none', 'seller_id issuer'),
    },
  },
  transfer_reversal: {
    rowsOf: 'order_id in (select order_id from order_payout where seller_id = $1)',
    columns: {
      ...all('kept', 'id transfer_id order_id amount state claimed_at done_at'),
      ...all('none', 'stripe_id called_at failure'),
    },
  },
};

/** Listed on the privacy page. */
export const payoutsRetained: readonly RetainedData[] = [
  {
    rank: 49,
    title: 'Payouts',
    says: 'What you earned with each order, when it was sent to Stripe and to your bank, and what was taken back after a refund. Your account’s country, its state and what Stripe still needs, but not your bank account or documents.',
    stays: 'The law requires sellers and marketplaces to keep sales records for up to 10 years.',
    tables: ['payout_account', 'order_payout', 'transfer', 'transfer_reversal', 'bank_payout'],
  },
  {
    rank: 57,
    title: 'Ledger and invoices',
    says: 'What we owe you and what you owe us, by order: the ledger from which your statements are made. Invoices of selling fees with your username, or with your name and address as a professional seller.',
    stays:
      'The law requires us to keep our books and invoices for some years, apart from your account. Invoices keep the name that is printed on them. See “Retention periods”.',
    tables: ['invoice'],
  },
  {
    rank: 58,
    title: 'Tax details',
    says: 'Your name or business, date of birth or register number, address, tax number and VAT ID. Only if we must report your sales to the tax authority.',
    stays: 'The law requires us to keep what we report to the tax authority for some years. See “Retention periods”.',
    tables: ['tax_details'],
  },
];
