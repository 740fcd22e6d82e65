import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { momentUtc } from '#kernel/time.ts';
import type { PasskeyRow } from '#platform/identity/passkeys/passkeys.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { mailPasskeyJob } from '../model/auth.jobs.ts';

type What = 'added' | 'removed' | 'copied';

/** The email about a passkey. */
export function mailPasskey(
  tx: Tx,
  what: What,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
  at: Date,
): void {
  tx.enqueue(mailPasskeyJob, { what, userId, id, name, at: at.getTime() });
}

const emails: Record<What, (name: string, at: string) => { subject: string; said: string; footer: string }> = {
  added: (name, at) => ({
    subject: 'A passkey was added',
    said: `The passkey “${name}” was added to your account on ${at}. Your other devices were signed out. If this wasn’t you, check your sign-in methods now.`,
    footer: 'You’re receiving this email because a sign-in method was added to your account.',
  }),
  removed: (name, at) => ({
    subject: 'A passkey was removed',
    said: `The passkey “${name}” was removed from your account on ${at}. Your other devices were signed out. If this wasn’t you, check your sign-in methods now.`,
    footer: 'You’re receiving this email because a sign-in method was removed from your account.',
  }),
  copied: (name) => ({
    subject: 'A passkey may have been copied',
    said: `We refused the passkey “${name}” because it may have been copied. Remove it and add a new one.`,
    footer:
      'You’re receiving this email because one of your passkeys was refused. We send it at most once a day for each passkey.',
  }),
};

export const passkeyMailJobs = [
  runs(mailPasskeyJob, (platform, { what, userId, id, name, at }) => {
    const { subject, said, footer } = emails[what](name, momentUtc(new Date(at)));
    return mailMember(platform, {
      userId,
      kind: aboutAccount(footer),
      messageId: `passkey-${what}-${id}-${at}`,
      email: {
        subject,
        paragraphs: [said],
        button: {
          label: what === 'copied' ? 'Check passkeys' : 'Check sign-in methods',
          url: `${platform.config.appUrl}/settings/security`,
        },
      },
    });
  }),
];
