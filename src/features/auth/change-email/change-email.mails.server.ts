import { maskEmail } from '#features/members/words.ts';
import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { mailChangeNewJob, mailChangeNotifiedJob, mailChangeOldJob, mailEmailChangedJob } from '../model/auth.jobs.ts';
import { type LinkPurpose, makeLink } from '../redirect/mailed-links.server.ts';
import { type EmailChange, findEmailChangeById } from './email-change.server.ts';

/** The emails of a change of email. Each masks the other address: either mailbox may belong to a stranger. */
export const changeEmailMailJobs = [
  runs(mailChangeOldJob, async (platform, { changeId, requestId }) => {
    const change = await findWaiting(platform, changeId);
    if (!change || change.oldConfirmedAt) return;
    await mailMember(platform, {
      userId: change.userId,
      to: change.oldEmail,
      kind: aboutAccount('You’re receiving this email because a change of your account’s email address was requested.'),
      messageId: `change-old-${requestId}`,
      email: async () => ({
        subject: `Confirm your email change to ${maskEmail(change.newEmail)}`,
        paragraphs: [
          `You requested to change the email address of your account to ${maskEmail(change.newEmail)}. Confirm the change here and in the email to the new address within 24 hours. Until then nothing changes.`,
          'If this wasn’t you, someone has access to your account. Cancel the change, then reset your password.',
        ],
        button: {
          label: 'Confirm change',
          url: await linkOf(platform, change, 'change-email-old', '/auth/change-email'),
        },
        second: {
          label: 'Cancel email change',
          url: await linkOf(platform, change, 'change-email-cancel', '/auth/cancel-email-change'),
        },
      }),
    });
  }),

  // To an unconfirmed address, perhaps a stranger's: it informs, and has no link that could lock the owner out.
  runs(mailChangeNotifiedJob, async (platform, { changeId }) => {
    const change = await findWaiting(platform, changeId);
    if (!change || change.asksOld) return;
    await mailMember(platform, {
      userId: change.userId,
      to: change.oldEmail,
      kind: aboutAccount(
        'You’re receiving this email because an account was created with this address. If this wasn’t you, ignore this email.',
      ),
      messageId: `change-told-${change.id}`,
      email: {
        subject: `Your account email is changing to ${maskEmail(change.newEmail)}`,
        paragraphs: [
          `Your account was created with this address, but it was never confirmed. It will use ${maskEmail(change.newEmail)} once that address is confirmed. You don’t need to do anything.`,
          'If the account is yours and you didn’t request this, sign in and cancel the change in Settings, under Security.',
        ],
      },
    });
  }),

  runs(mailChangeNewJob, async (platform, { changeId, requestId }) => {
    const change = await findWaiting(platform, changeId);
    if (!change || change.newConfirmedAt) return;
    const confirmation = change.asksOld
      ? 'Confirm it here and in the email to your current address within 24 hours.'
      : 'Confirm it within 24 hours.';
    await mailMember(platform, {
      userId: change.userId,
      to: change.newEmail,
      kind: aboutAccount(
        'You’re receiving this email because this address was entered in an account. If the account isn’t yours, ignore this email. We won’t use the address.',
      ),
      messageId: `change-new-${requestId}`,
      email: async () => ({
        subject: 'Confirm your new email address',
        paragraphs: [
          `You requested to use this address for your account on ${platform.config.brandName}. ${confirmation}`,
        ],
        button: {
          label: 'Confirm new email',
          url: await linkOf(platform, change, 'change-email-new', '/auth/change-email'),
        },
      }),
    });
  }),

  runs(mailEmailChangedJob, (platform, { userId, oldEmail, newEmail, version, wasConfirmed }) =>
    mailMember(platform, {
      userId,
      to: oldEmail,
      kind: aboutAccount(
        'This is our last email to this address about your account. If you didn’t change it, reply to this email.',
      ),
      messageId: `email-changed-${userId}-${version}`,
      email: {
        subject: 'Your email address was changed',
        paragraphs: [
          wasConfirmed
            ? `Your account now uses ${maskEmail(newEmail)}. Both addresses confirmed the change.`
            : `Your account now uses ${maskEmail(newEmail)}. That address confirmed the change.`,
          'Your other devices were signed out. Links that we sent to this address before no longer work.',
        ],
      },
    }),
  ),
];

function findWaiting({ db, clock }: Platform, changeId: string): Promise<EmailChange | null> {
  return findEmailChangeById(db, changeId, clock.now());
}

async function linkOf(platform: Platform, change: EmailChange, purpose: LinkPurpose, path: string): Promise<string> {
  const email = purpose === 'change-email-new' ? change.newEmail : change.oldEmail;
  const link = { userId: change.userId, email, purpose, changeId: change.id, until: change.expiresAt };
  return `${platform.config.appUrl}${path}?token=${await makeLink(platform.db, link, platform.clock.now())}`;
}
