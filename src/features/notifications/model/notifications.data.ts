import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

export const notificationsData: PersonalData = {
  mail_preference: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'turned_off is_paused paused_until is_muted app_off push_off updated_at'),
      user_id: 'none',
    },
  },
  push_key: {
    rowsOf: null,
    columns: all('none', 'id public_key private_key created_at'),
  },
  push_subscription: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'created_at'),
      ...all('secret', 'endpoint p256dh auth'),
      ...all('none', 'id user_id session_id'),
    },
  },
  notification: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'kind code params title body link created_at read_at deleted_at'),
      ...all('none', 'id user_id about thing named_id'),
    },
  },
};

/** Described on the privacy page. */
export const notificationsRetained: readonly RetainedData[] = [
  {
    rank: 26,
    title: 'Notifications, emails and push',
    says: 'Your notifications and whether you read them, your email preferences, and the push address of each device. Push notifications pass through the servers of the browser’s maker, encrypted for your device.',
    tables: ['notification', 'mail_preference', 'push_subscription'],
  },
];
