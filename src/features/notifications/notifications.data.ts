import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const notificationsData: PersonalData = {
  mail_preference: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'turned_off is_paused paused_until is_muted app_off push_off updated_at'), user_id: 'none' },
  },
  notification: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'kind title body link created_at read_at deleted_at'), ...all('none', 'id user_id about thing') },
  },
};
