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
  // Of no member: deleted when the account is restored, and after 72 hours.
  deletion_undo_row: { rowsOf: null, columns: { sealed: 'secret', ...all('none', 'undo_id n') } },
  deletion_undo: { rowsOf: null, columns: { sealed: 'secret', ...all('none', 'id member_id created_at expires_at') } },
};

/** Described on the privacy page. */
export const authRetained: readonly RetainedData[] = [
  {
    rank: 14,
    title: 'Mails that confirm something',
    says: 'To which address a link went, what for, and whether it was used; a change of address that waits; a limit of your account; and after a deletion without a password what could undo it, encrypted. Of a deleted account, and of an email that a limited member gave up, a hash of the email that cannot be read back.',
    stays:
      'That an account was limited or suspended, with the hash of its email: signing up again with it does not end what an operator decided. It goes 72 hours after the deletion, or when the limit or the suspension ends if that is later.',
    tables: ['mailed_link', 'email_change', 'member_limit', 'former_account', 'deletion_undo', 'deletion_undo_row'],
  },
];
