import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

/** The balance at Stripe belongs to the host; its lines name payments and orders by id only. */
export const compareData: PersonalData = {
  stripe_movement: {
    rowsOf: null,
    columns: all('none', 'id type currency amount fee net source belongs_to purchase_id created_at available_at'),
  },
  stripe_day: {
    rowsOf: null,
    columns: all('none', 'currency day available pending ledger under_way difference checked_at'),
  },
  stripe_difference: {
    rowsOf: null,
    columns: all('none', 'currency source kind at_stripe booked type purchase_id order_id since'),
  },
  stripe_schedule: { rowsOf: null, columns: all('none', 'id payouts checked_at') },
};
