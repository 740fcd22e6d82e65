import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const accountsData: PersonalData = {
  profile: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'username display_name bio location avatar_url photo_url contact contact_visible social_youtube social_twitter social_facebook'),
      ...all('own', 'auth_provider tutorial_preferences theme rating rating_count verification_sent_at last_sign_in'),
      ...all('kept', 'join_date total_sales'),
      ...all('none', 'user_id profile_completed needs_completion onboarding_completed account_tier last_updated version deleted_at'),
    },
  },
  username_registry: {
    rowsOf: 'uid = $1',
    // A name stays reserved without its owner, so that nobody can pose under it.
    columns: { ...all('kept', 'username username_key created_at released_at'), uid: 'own', ...all('none', 'status is_temporary') },
  },
  subscription: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'status current_plan stripe_subscription_id stripe_customer_id start_date end_date renewal_date cancel_at_period_end'),
      ...all('own', 'manually_updated tier updated_at'),
      user_id: 'none',
    },
  },
  mailed_link: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'email purpose created_at used_at'), token_hash: 'secret', ...all('none', 'user_id expires_at change_id') },
  },
  email_change: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'old_email new_email requested_at mails_sent_at old_confirmed_at new_confirmed_at'),
      ...all('none', 'user_id id session_id expires_at'),
    },
  },
};
