import { maskEmail } from '#features/members/words.ts';
import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { momentUtc } from '#kernel/time.ts';
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
          `You requested to change your account’s email address to ${maskEmail(change.newEmail)}. Confirm the change in this email and in the email to the new address by ${momentUtc(change.expiresAt)}. Nothing changes until then.`,
          'If this wasn’t you, someone else may have access to your account. Cancel the change, then reset your password.',
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
          `Your account was created with this address, but the address was never confirmed. Once ${maskEmail(change.newEmail)} is confirmed, your account will use that address instead. You don’t need to do anything.`,
          'If this is your account and you didn’t request the change, sign in and cancel it under Settings, Security.',
        ],
      },
    });
  }),

  runs(mailChangeNewJob, async (platform, { changeId, requestId }) => {
    const change = await findWaiting(platform, changeId);
    if (!change || change.newConfirmedAt) return;
    const by = momentUtc(change.expiresAt);
    const { brand } = await platform.site.read();
    await mailMember(platform, {
      userId: change.userId,
      to: change.newEmail,
      kind: aboutAccount(
        'You’re receiving this email because this address was entered as the new email of an account. If this wasn’t you, ignore this email. We won’t use the address.',
      ),
      messageId: `change-new-${requestId}`,
      email: async () => ({
        subject: 'Confirm your new email address',
        paragraphs: [
          change.asksOld
            ? `You requested to use this address for your account on ${brand.name}. Confirm the change in this email and in the email to your current address by ${by}.`
            : `You requested to use this address for your account on ${brand.name}. Confirm it by ${by}.`,
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
        'This is our last email to this address about your account. If this wasn’t you, reply to this email.',
      ),
      messageId: `email-changed-${userId}-${version}`,
      email: {
        subject: 'Your email address was changed',
        paragraphs: [
          wasConfirmed
            ? `Your account now uses ${maskEmail(newEmail)}. The change was confirmed at both addresses.`
            : `Your account now uses ${maskEmail(newEmail)}. The change was confirmed at that address.`,
          'Your other devices were signed out. Earlier links sent to this address no longer work.',
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
