import { plural } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { NotificationKind, NotificationTexts } from '#platform/notification-kind.ts';

const kind = {
  name: 'wanted',
  rank: 28,
  label: 'Wanted posts',
  means: 'Matching listings for your wanted posts, and reminders before they end.',
};

/** The sentences of notifications and emails, by code. */
export const wantTexts = {
  found: ({ title, count }: { title: string; count: number }) => ({
    title: `For sale: ${title}`,
    body: plural(count, {
      one: '# listing matches your wanted post.',
      other: '# listings match your wanted post.',
    }),
    sentence: plural(count, {
      one: '# listing matches your wanted post “{title}”.',
      other: '# listings match your wanted post “{title}”.',
    }).replace('{title}', () => title),
  }),
  ends: ({ title, endsAt }: { title: string; endsAt: string }) => ({
    title: `Ends soon: ${title}`,
    body: `Your wanted post ends on ${dayMonthYear(new Date(endsAt))}. Renew it for 90 days if you still want the card.`,
    act: 'Renew wanted post',
  }),
} satisfies NotificationTexts;

export const wantMails: MailKind = {
  ...kind,
  why: 'You’re receiving this email because you have a wanted post.',
};
export const wantUpdates: NotificationKind = {
  ...kind,
  icon: 'wants',
  act: 'View wanted post',
  texts: wantTexts,
};
