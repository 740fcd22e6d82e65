import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { momentUtc } from '#kernel/time.ts';
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
import { linkLifeMs, makeLink } from './redirect/mailed-links.server.ts';
import { resetLinkLasts } from './redirect/reset-link.ts';

const resetIt = {
  says: 'If this was you, you don’t need to do anything. If this wasn’t you, reset your password now.',
  label: 'Reset password',
  path: '/auth/forgot-password',
};
const checkThem = {
  says: 'If this was you, you don’t need to do anything. If this wasn’t you, check your sign-in methods now.',
  label: 'Check sign-in methods',
  path: '/settings/security',
};

/**
 * The emails of this feature, each a job. A repeated job sends its email under the same Message-ID. A link's secret is
 * created with the email and stored nowhere else.
 */
export const mailJobs = [
  runs(mailWelcomeJob, (platform, { subject: userId }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount(
        'You’re receiving this email because an account was created with this address. If this wasn’t you, ignore this email. Only you can confirm the address.',
      ),
      messageId: `welcome-${userId}`,
      email: async (member) =>
        member.isEmailVerified
          ? null
          : {
              subject: `Welcome to ${(await platform.site.read()).brand.name}`,
              paragraphs: [
                `Your account is ready. Confirm your email address by ${verifyBy(platform)} to buy, sell, make offers and send messages.`,
              ],
              button: { label: 'Confirm email address', url: await verificationUrl(platform, member, null) },
            },
    }),
  ),

  runs(mailVerificationJob, (platform, { userId, next, requestId }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount(
        'You’re receiving this email because you requested a confirmation link. If this wasn’t you, ignore this email.',
      ),
      messageId: `verify-${requestId}`,
      email: async (member) =>
        member.isEmailVerified
          ? null
          : {
              subject: 'Confirm your email address',
              paragraphs: [
                `Confirm your email address by ${verifyBy(platform)}. The link works once, while you’re signed in.`,
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
        'You’re receiving this email because a password reset was requested for this address. If this wasn’t you, ignore this email. Your password stays the same.',
      ),
      messageId: `reset-${requestId}`,
      email: async (member) => {
        const subject = 'Reset your password';
        if (known.passwordHash === null && known.providers.includes('google') && member.isEmailVerified)
          return {
            subject,
            paragraphs: [
              'A password reset was requested, but your account has no password. Sign in with Google instead.',
            ],
          };
        const link = { userId: member.id, email: member.email, purpose: 'reset-password' } as const;
        const token = await makeLink(platform.db, link, platform.clock.now());
        return {
          subject,
          paragraphs: [
            `Choose a new password. The link works once and expires in ${resetLinkLasts}. All your devices will be signed out.`,
          ],
          button: {
            label: 'Choose a new password',
            url: `${platform.config.appUrl}/auth/reset-password?token=${token}`,
          },
        };
      },
    });
  }),

  mailsChange(mailPasswordChangedJob, {
    about: 'password-changed',
    subject: 'Your password was changed',
    said: (at) => `The password of your account was changed on ${at}. Your other devices were signed out.`,
    ifNotMe: resetIt,
    footer: 'You’re receiving this email because the password of your account was changed.',
  }),
  mailsChange(mailPasswordAddedJob, {
    about: 'password-added',
    subject: 'A password was added',
    said: (at) =>
      `A password was added to your account on ${at} and can be used to sign in. Your other devices were signed out.`,
    ifNotMe: resetIt,
    footer: 'You’re receiving this email because a sign-in method was added to your account.',
  }),
  mailsChange(mailGoogleLinkedJob, {
    about: 'google-linked',
    subject: 'A Google account was linked',
    said: (at) =>
      `A Google account was linked to your account on ${at} and can be used to sign in. Your other devices were signed out.`,
    ifNotMe: checkThem,
    footer: 'You’re receiving this email because a sign-in method was added to your account.',
  }),
  mailsChange(mailGoogleUnlinkedJob, {
    about: 'google-unlinked',
    subject: 'A Google account was unlinked',
    said: (at) =>
      `A Google account was unlinked from your account on ${at} and can’t be used to sign in. Your other devices were signed out.`,
    ifNotMe: checkThem,
    footer: 'You’re receiving this email because a sign-in method was removed from your account.',
  }),
];

interface Change {
  about: string;
  subject: string;
  said(at: string): string;
  /** What to do, and where, when it was another person. */
  ifNotMe: { says: string; label: string; path: string };
  footer: string;
}

/** An email about a change of sign-in methods. */
function mailsChange(
  job: typeof mailPasswordChangedJob,
  { about, subject, said, ifNotMe: { says, label, path }, footer }: Change,
): RunnableJob {
  return runs(job, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount(footer),
      messageId: `${about}-${userId}-${version}`,
      email: {
        subject,
        // An event's version is its time.
        paragraphs: [said(momentUtc(new Date(version))), says],
        button: { label, url: platform.config.appUrl + path },
      },
    }),
  );
}

/** The expiry of a verification link that is made now, for a sentence. */
function verifyBy({ clock }: Platform): string {
  return momentUtc(new Date(clock.now().getTime() + linkLifeMs['verify-email']));
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
