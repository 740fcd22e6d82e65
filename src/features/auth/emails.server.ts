import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import { type RunnableJob, runs } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import {
  mailGoogleLinkedJob,
  mailGoogleUnlinkedJob,
  mailPasswordAddedJob,
  mailPasswordChangedJob,
  mailResetJob,
  mailVerificationJob,
  mailWelcomeJob,
} from './model/auth.jobs.ts';
import { makeLink } from './redirect/mailed-links.server.ts';
import { resetLinkLasts } from './redirect/reset-link.ts';

/**
 * The emails of this feature, each a job. A repeated job sends its email under the same Message-ID. A link's secret is
 * created with the email and stored nowhere else.
 */
export const mailJobs = [
  runs(mailWelcomeJob, (platform, { subject: userId }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount(
        'You get this because an account was created with this address. If it was not you, do nothing: nobody can confirm the address in your place.',
      ),
      messageId: `welcome-${userId}`,
      email: async (member) =>
        member.isEmailVerified
          ? null
          : {
              subject: `Welcome to ${platform.config.brandName}`,
              paragraphs: [
                'Your account is ready. Confirm your email address, so that buyers and sellers can rely on it. The link is good for a day.',
              ],
              button: { label: 'Confirm email address', url: await verificationUrl(platform, member, null) },
            },
    }),
  ),

  runs(mailVerificationJob, (platform, { userId, next, requestId }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You get this because a confirmation was asked for in your account.'),
      messageId: `verify-${requestId}`,
      email: async (member) =>
        member.isEmailVerified
          ? null
          : {
              subject: 'Confirm your email address',
              paragraphs: [
                'Confirm that this address is yours. The link is good for a day and for one use, while you are signed in.',
              ],
              button: { label: 'Confirm email address', url: await verificationUrl(platform, member, next) },
            },
    }),
  ),

  runs(mailResetJob, async (platform, { email, requestId }) => {
    const known = await findCredentials(platform.db, email);
    if (!known) return;
    await mailMember(platform, {
      userId: known.userId,
      kind: aboutAccount(
        'You get this because somebody asked for a new password for this address. If it was not you, do nothing: your password stays as it is.',
      ),
      messageId: `reset-${requestId}`,
      email: async (member) => {
        const subject = 'Choose a new password';
        if (known.passwordHash === null && known.providers.includes('google') && member.isEmailVerified)
          return {
            subject,
            paragraphs: [
              'A new password was asked for, but your account has none: it signs in with Google. Use the Google button on the sign-in page.',
            ],
          };
        const link = { userId: member.id, email: member.email, purpose: 'reset-password' } as const;
        const token = await makeLink(platform.db, link, platform.clock.now());
        return {
          subject,
          paragraphs: [
            `Choose a new password with this link. It is good for ${resetLinkLasts} and for one use. All your devices will be signed out.`,
          ],
          button: { label: subject, url: `${platform.config.appUrl}/auth/reset-password?token=${token}` },
        };
      },
    });
  }),

  mailsChange(mailPasswordChangedJob, {
    about: 'password-changed',
    subject: 'Your password was changed',
    said: 'The password of your account was changed just now, and your other devices were signed out.',
    notMe: ['choose a new password', '/auth/forgot-password'],
    footer: 'You get this whenever the password of your account changes.',
  }),
  mailsChange(mailPasswordAddedJob, {
    about: 'password-added',
    subject: 'A password was added',
    said: 'Your account can be signed in to with a password now, and your other devices were signed out.',
    notMe: ['choose a new password', '/auth/forgot-password'],
    footer: 'You get this whenever a way to sign in to your account is added.',
  }),
  mailsChange(mailGoogleLinkedJob, {
    about: 'google-linked',
    subject: 'A Google account was linked',
    said: 'A Google account was linked to your account just now and can sign in to it. Your other devices were signed out.',
    notMe: ['look at my ways in', '/settings/security'],
    footer: 'You get this whenever a way to sign in to your account is added.',
  }),
  mailsChange(mailGoogleUnlinkedJob, {
    about: 'google-unlinked',
    subject: 'A Google account was unlinked',
    said: 'A Google account was unlinked from your account just now and no longer signs in to it. Your other devices were signed out.',
    notMe: ['look at my ways in', '/settings/security'],
    footer: 'You get this whenever a way to sign in to your account is removed.',
  }),
];

interface Change {
  about: string;
  subject: string;
  said: string;
  /** What to do, and where, when it was another person. */
  notMe: readonly [what: string, path: string];
  footer: string;
}

/** An email about a change of sign-in methods. */
function mailsChange(
  job: typeof mailPasswordChangedJob,
  { about, subject, said, notMe: [what, path], footer }: Change,
): RunnableJob {
  return runs(job, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount(footer),
      messageId: `${about}-${userId}-${version}`,
      email: {
        subject,
        paragraphs: [`${said} If that was you, there is nothing to do.`],
        button: { label: `It was not me: ${what}`, url: platform.config.appUrl + path },
      },
    }),
  );
}

async function verificationUrl(
  platform: Platform,
  member: { id: string; email: string },
  next: string | null,
): Promise<string> {
  const token = await makeLink(
    platform.db,
    { userId: member.id, email: member.email, purpose: 'verify-email' },
    platform.clock.now(),
  );
  return `${platform.config.appUrl}/auth/verify-email?token=${token}${next ? `&next=${encodeURIComponent(next)}` : ''}`;
}
