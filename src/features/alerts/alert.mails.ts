import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

const kind = {
  name: 'alerts',
  rank: 32,
  label: 'Searches, sellers and favourites',
  means: 'New cards that a saved search finds or a followed seller lists, and what became of your favourites.',
};

export const alertMails: MailKind = { ...kind, why: 'you have saved a search, follow a seller or have favourites here' };
export const alertNews: NotificationKind = kind;
