import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

const kind = {
  name: 'alerts',
  rank: 32,
  label: 'Searches, sellers, want lists and favourites',
  means:
    'New cards that a saved search finds, a want list wants or a followed seller lists, and what became of your favourites.',
};

export const alertMails: MailKind = {
  ...kind,
  why: 'you have saved a search, follow a seller, keep a want list or have favourites here',
};
export const alertUpdates: NotificationKind = kind;
