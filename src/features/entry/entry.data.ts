import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';

export const entryData: PersonalData = {
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
  member_limit: { rowsOf: 'user_id = $1', columns: { ...all('kept', 'until created_at'), user_id: 'none' } },
  // Nobody's who is a member: it goes when the account comes back, and after three days.
  deletion_undo: { rowsOf: null, columns: { sealed: 'secret', ...all('none', 'id member_id created_at expires_at') } },
};
