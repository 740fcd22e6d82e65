import { findMemberProfile } from '#features/members/index.server.ts';
import { findCredentials } from '#platform/identity/users.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { composeLetter, type Letter } from '#platform/mail/letter.ts';
import type { Platform } from '#platform/platform.ts';
import {
  mailDeletedJob,
  mailGoogleLinkedJob,
  mailGoogleUnlinkedJob,
  mailPasswordAddedJob,
  mailPasswordChangedJob,
  mailResetJob,
  mailVerificationJob,
  mailWelcomeJob,
} from './entry.jobs.ts';
import { makeLink } from './mailed-links.server.ts';

/**
 * The mails of this room, each a job. A job that runs twice sends its mail under the same Message-ID. The link's secret is made when the mail is written and stands nowhere but in the mail.
 */
export const mailJobs = [
  runs(mailWelcomeJob, async (platform, { subject: userId }) => {
    const member = await findRecipient(platform, userId);
    if (!member || member.isVerified) return;
    const url = await verificationUrl(platform, member, null);
    await send(platform, `welcome-${member.id}`, {
      to: member.email,
      subject: `Welcome to ${platform.config.brandName}`,
      paragraphs: [
        `Hello ${member.username}.`,
        'Your account is ready. Confirm your email address, so that buyers and sellers can rely on it. The link is good for a day.',
      ],
      button: { label: 'Confirm email address', url },
      footer:
        'You get this because an account was created with this address. If it was not you, do nothing: nobody can confirm the address in your place.',
    });
  }),

  runs(mailVerificationJob, async (platform, { userId, next, requestId }) => {
    const member = await findRecipient(platform, userId);
    if (!member || member.isVerified) return;
    const url = await verificationUrl(platform, member, next);
    await send(platform, `verify-${requestId}`, {
      to: member.email,
      subject: 'Confirm your email address',
      paragraphs: [
        `Hello ${member.username}.`,
        'Confirm that this address is yours. The link is good for a day and for one use, while you are signed in.',
      ],
      button: { label: 'Confirm email address', url },
      footer: 'You get this because a confirmation was asked for in your account.',
    });
  }),

  runs(mailResetJob, async (platform, { email, requestId }) => {
    const known = await findCredentials(platform.db, email);
    const member = known && (await findRecipient(platform, known.userId));
    if (!known || !member) return;
    const isGoogleOnly = known.passwordHash === null && known.providers.includes('google') && member.isVerified;
    const link = { userId: member.id, email: member.email, purpose: 'reset-password' } as const;
    const token = isGoogleOnly ? null : await makeLink(platform.db, link, platform.clock.now());
    await send(platform, `reset-${requestId}`, {
      to: member.email,
      subject: 'Choose a new password',
      paragraphs: isGoogleOnly
        ? [
            `Hello ${member.username}.`,
            'A new password was asked for, but your account has none: it signs in with Google. Use the Google button on the sign-in page.',
          ]
        : [
            `Hello ${member.username}.`,
            'Choose a new password with this link. It is good for 30 minutes and for one use. All your devices will be signed out.',
          ],
      ...(token === null ? {} : { button: { label: 'Choose a new password', url: `${platform.config.appUrl}/auth/reset-password?token=${token}` } }),
      footer: 'You get this because somebody asked for a new password for this address. If it was not you, do nothing: your password stays as it is.',
    });
  }),

  runs(mailPasswordChangedJob, async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `password-changed-${member.id}-${version}`, {
      to: member.email,
      subject: 'Your password was changed',
      paragraphs: [
        `Hello ${member.username}.`,
        'The password of your account was changed just now, and your other devices were signed out. If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: choose a new password', url: `${platform.config.appUrl}/auth/forgot-password` },
      footer: 'You get this whenever the password of your account changes.',
    });
  }),

  runs(mailPasswordAddedJob, async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `password-added-${member.id}-${version}`, {
      to: member.email,
      subject: 'A password was added',
      paragraphs: [
        `Hello ${member.username}.`,
        'Your account can be signed in to with a password now, and your other devices were signed out. If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: choose a new password', url: `${platform.config.appUrl}/auth/forgot-password` },
      footer: 'You get this whenever a way to sign in to your account is added.',
    });
  }),

  runs(mailGoogleLinkedJob, async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `google-linked-${member.id}-${version}`, {
      to: member.email,
      subject: 'A Google account was linked',
      paragraphs: [
        `Hello ${member.username}.`,
        'A Google account was linked to your account just now and can sign in to it. Your other devices were signed out. If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: look at my ways in', url: `${platform.config.appUrl}/settings/security` },
      footer: 'You get this whenever a way to sign in to your account is added.',
    });
  }),

  runs(mailGoogleUnlinkedJob, async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `google-unlinked-${member.id}-${version}`, {
      to: member.email,
      subject: 'A Google account was unlinked',
      paragraphs: [
        `Hello ${member.username}.`,
        'A Google account was unlinked from your account just now and no longer signs in to it. Your other devices were signed out. If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: look at my ways in', url: `${platform.config.appUrl}/settings/security` },
      footer: 'You get this whenever a way to sign in to your account is removed.',
    });
  }),

  runs(mailDeletedJob, async (platform, { email, username, userId }) => {
    await send(platform, `deleted-${userId}`, {
      to: email,
      subject: 'Your account has been deleted',
      paragraphs: [
        `Hello ${username}.`,
        'Your account has been deleted just now, and your personal data with it. Orders that you had stay in the records of the people you dealt with, under the name “Deleted member”.',
      ],
      footer: 'This is the last mail that you get from us. If it was not you, answer to it within a few days.',
    });
  }),
];

export interface Recipient {
  id: string;
  email: string;
  username: string;
  isVerified: boolean;
}

export async function findRecipient({ db }: Platform, userId: string): Promise<Recipient | null> {
  const member = await findMemberProfile(db, userId);
  return member && { id: member.id, email: member.email, username: member.username, isVerified: member.isEmailVerified };
}

async function verificationUrl(platform: Platform, member: Recipient, next: string | null): Promise<string> {
  const token = await makeLink(platform.db, { userId: member.id, email: member.email, purpose: 'verify-email' }, platform.clock.now());
  return `${platform.config.appUrl}/auth/verify-email?token=${token}${next ? `&next=${encodeURIComponent(next)}` : ''}`;
}

export function send(platform: Platform, messageId: string, letter: Omit<Letter, 'brand'>): Promise<void> {
  return platform.mail.send(composeLetter({ ...letter, brand: platform.config.brandName }), messageId);
}
