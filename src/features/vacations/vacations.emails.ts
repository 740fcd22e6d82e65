import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

const kind = {
  name: 'returns',
  rank: 26,
  label: 'Returns',
  means: 'A seller whose return you wanted to hear of is back from vacation.',
};

export const returnMails: MailKind = { ...kind, why: 'you asked to be told of this return' };
export const returnUpdates: NotificationKind = {
  ...kind,
  texts: { back: () => ({ title: '{name} is back', body: 'Their cards can be bought again.' }) },
};
