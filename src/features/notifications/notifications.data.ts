import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const notificationsData: PersonalData = {
  mail_preference: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'turned_off is_paused paused_until updated_at'), user_id: 'none' },
  },
};
