import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

const kind = {
  name: 'returns',
  rank: 26,
  label: 'Sellers back from vacation',
  means: 'A seller is back from vacation and you asked us to notify you.',
};

export const returnMails: MailKind = {
  ...kind,
  why: 'You’re receiving this email because you asked us to notify you when this seller is back.',
};
export const returnUpdates: NotificationKind = {
  ...kind,
  icon: 'vacation',
  act: 'View profile',
  texts: { back: () => ({ title: '{name} is back', body: 'You can buy their cards again.' }) },
};
