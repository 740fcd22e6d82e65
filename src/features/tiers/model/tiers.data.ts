import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

export const tiersData: PersonalData = {
  subscription: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all(
        'own',
        'status current_plan stripe_subscription_id stripe_customer_id start_date end_date renewal_date cancel_at_period_end',
      ),
      ...all('own', 'manually_updated tier updated_at'),
      user_id: 'none',
    },
  },
  // A fraud warning is not shown to the member it is about, who may be the thief.
  premium_bank_case: {
    rowsOf: "user_id = $1 and kind = 'chargeback'",
    columns: {
      ...all('own', 'amount currency opened_at closed_at'),
      ...all('none', 'id kind user_id customer_id status answer_due_at reading'),
    },
  },
};

/** Listed on the privacy page. */
export const tiersRetained: readonly RetainedData[] = [
  {
    rank: 24,
    title: 'Premium',
    says: 'Your plan, its dates, its IDs at the payment provider, and payment disputes about it.',
    tables: ['subscription', 'premium_bank_case'],
  },
];
