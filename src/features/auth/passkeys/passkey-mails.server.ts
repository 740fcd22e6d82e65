import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
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

const emails: Record<What, (name: string) => { subject: string; said: string; footer: string }> = {
  added: (name) => ({
    subject: 'A passkey was added',
    said: `The passkey “${name}” was added to your account just now and can sign in to it. Your other devices were signed out. If that was you, there is nothing to do.`,
    footer: 'You get this whenever a way to sign in to your account is added.',
  }),
  removed: (name) => ({
    subject: 'A passkey was removed',
    said: `The passkey “${name}” was removed from your account just now and no longer signs in to it. Your other devices were signed out. If that was you, there is nothing to do.`,
    footer: 'You get this whenever a way to sign in to your account is removed.',
  }),
  copied: (name) => ({
    subject: 'A passkey of yours may have been copied',
    said: `Somebody just used the passkey “${name}” in a state that is older than the one we know. That happens when a passkey was copied, so it was refused. Remove this passkey and make a new one.`,
    footer: 'You get this at most once a day for each passkey.',
  }),
};

export const passkeyMailJobs = [
  runs(mailPasskeyJob, (platform, { what, userId, id, name, at }) => {
    const { subject, said, footer } = emails[what](name);
    return mailMember(platform, {
      userId,
      kind: aboutAccount(footer),
      messageId: `passkey-${what}-${id}-${at}`,
      email: {
        subject,
        paragraphs: [said],
        button: {
          label: what === 'copied' ? 'Look at my passkeys' : 'It was not me: look at my ways in',
          url: `${platform.config.appUrl}/settings/security`,
        },
      },
    });
  }),
];
