import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '#platform/personal-data/retained-data.ts';

export const authData: PersonalData = {
  mailed_link: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'email purpose created_at used_at'),
      token_hash: 'secret',
      ...all('none', 'user_id expires_at change_id'),
    },
  },
  email_change: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'old_email new_email requested_at mails_sent_at old_confirmed_at new_confirmed_at'),
      ...all('none', 'user_id id session_id expires_at'),
    },
  },
  member_limit: { rowsOf: 'user_id = $1', columns: { ...all('kept', 'until created_at'), user_id: 'none' } },
  // Hashes of deleted accounts and former emails; deleted when the account's restrictions end.
  former_account: {
    rowsOf: null,
    columns: { ...all('kept', 'suspended_at suspended_reason kept_until'), email_hash: 'secret', member_id: 'none' },
  },
  // Of no member: deleted when the account is restored, and after 14 days.
  deletion_undo_row: { rowsOf: null, columns: { sealed: 'secret', ...all('none', 'undo_id n') } },
  deletion_undo: { rowsOf: null, columns: { sealed: 'secret', ...all('none', 'id member_id created_at expires_at') } },
};

/** Described on the privacy page. */
export const authRetained: readonly RetainedData[] = [
  {
    rank: 14,
    title: 'Confirmation emails and restrictions',
    says: 'The address, purpose and use of each link that we sent. A pending email change. A restriction of your account. After a deletion, the encrypted data to undo it, for 14 days. For a deleted account, and for the former email of a restricted member, a hash of the email that can’t be reversed.',
    stays:
      'A record that an account was restricted or suspended, with the hash of its email. A new sign-up with this email doesn’t end the decision. We delete it 14 days after the account’s deletion, or when the restriction or suspension ends if that is later.',
    tables: ['mailed_link', 'email_change', 'member_limit', 'former_account', 'deletion_undo', 'deletion_undo_row'],
  },
];
