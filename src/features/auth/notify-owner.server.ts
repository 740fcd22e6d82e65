import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';

export const securityUpdates: NotificationKind = {
  name: 'security',
  rank: 90,
  label: 'Your account and its security',
  means: 'The password or the email address of your account was changed.',
};

const wrong = 'If it was not you, look at your devices and choose another password now.';
const texts = {
  'password-changed': 'Your password was changed',
  'password-added': 'Your account has a password now',
  'email-changed': 'The email address of your account was changed',
} as const;

/** Notifies the owner of an account of a change by any person, in the transaction of the change. */
export async function notifyOwner(tx: Tx, userId: string, what: keyof typeof texts, now: Date): Promise<void> {
  await notify(tx, {
    userId,
    kind: securityUpdates,
    title: texts[what],
    body: wrong,
    link: '/settings/security',
    about: `${what}-${now.getTime()}`,
    now,
  });
}
