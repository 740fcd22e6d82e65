import type { MailKind } from '#platform/mail/mail-kind.ts';

export const alertKind = {
  name: 'alerts',
  rank: 32,
  label: 'Searches and alerts',
  means: 'New listings for your saved searches, want lists and followed sellers, and updates on your favorites.',
};

export const alertMails: MailKind = {
  ...alertKind,
  why: 'You’re receiving this email because you have saved searches, followed sellers, want lists or favorites.',
};
