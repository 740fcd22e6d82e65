import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';

const kind = {
  name: 'wanted',
  rank: 28,
  label: 'Wanted posts',
  means: 'A card that you want is for sale, or a wanted post ends soon.',
};

export const wantMails: MailKind = { ...kind, why: 'you have a wanted post' };
export const wantUpdates: NotificationKind = kind;
