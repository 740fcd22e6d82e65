import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

export const membersData: PersonalData = {
  profile: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all(
        'own',
        'username display_name bio location avatar_url photo_url contact contact_visible social_youtube social_twitter social_facebook',
      ),
      ...all(
        'own',
        'auth_provider tutorial_preferences theme number_format time_zone display_currency density motion games rating rating_count facts verification_sent_at last_sign_in',
      ),
      ...all('kept', 'join_date total_sales'),
      ...all(
        'none',
        'user_id profile_completed needs_completion onboarding_completed account_tier seller_kind last_updated version deleted_at sale_buyers',
      ),
    },
  },
  // The dates pause offers, so they are deleted with their member and not before.
  vacation: {
    rowsOf: 'member_id = $1',
    columns: { ...all('own', 'starts_at ends_at note'), ...all('none', 'id member_id ended_at created_at') },
  },
  username_registry: {
    rowsOf: 'uid = $1',
    // A name stays reserved without its owner, so that it cannot be used for impersonation.
    columns: {
      ...all('kept', 'username username_key created_at released_at'),
      uid: 'own',
      ...all('none', 'status is_temporary'),
    },
  },
};

/** Described on the privacy page. */
export const membersRetained: readonly RetainedData[] = [
  {
    rank: 20,
    title: 'Your profile',
    says: 'Your username and profile details: display name, photo, location, bio, social links and contact details, which you can hide. Your theme, number format, time zone, currency shown beside prices, density, motion, games, finished guides, vacation dates, rating and seller performance. Names, photo, location, bio, links, sales, rating and join date are public.',
    stays:
      'Your username, so that no one can impersonate you, and your number of sales, because records of other members depend on it.',
    tables: ['profile', 'vacation', 'username_registry'],
  },
];
