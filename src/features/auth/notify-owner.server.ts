import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';

const wrong = 'If this wasn’t you, check your devices and change your password now.';
const texts = {
  'password-changed': () => ({ title: 'Your password was changed', body: wrong }),
  'password-added': () => ({ title: 'A password was added', body: wrong }),
  'email-changed': () => ({ title: 'Your email address was changed', body: wrong }),
} as const;

export const securityUpdates: NotificationKind = {
  name: 'security',
  rank: 90,
  label: 'Account and security',
  means: 'Your password or email address was changed.',
  icon: 'security',
  act: 'View security',
  texts,
};

/** Notifies the owner of an account of a change by any person, in the transaction of the change. */
export async function notifyOwner(tx: Tx, userId: string, what: keyof typeof texts, now: Date): Promise<void> {
  await notify(tx, {
    userId,
    kind: securityUpdates,
    code: what,
    link: '/settings/security',
    about: `${what}-${now.getTime()}`,
    now,
  });
}
