import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const tiersData: PersonalData = {
  subscription: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'status current_plan stripe_subscription_id stripe_customer_id start_date end_date renewal_date cancel_at_period_end'),
      ...all('own', 'manually_updated tier updated_at'),
      user_id: 'none',
    },
  },
};
