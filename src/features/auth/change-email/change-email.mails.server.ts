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
      kind: aboutAccount('You get this because another address was asked for in the account that uses this one.'),
      messageId: `change-old-${requestId}`,
      email: async () => ({
        subject: `Confirm that your address changes to ${maskEmail(change.newEmail)}`,
        paragraphs: [
          `Your account is to use ${maskEmail(change.newEmail)} in place of this address. Confirm it here, and in the mail that went to the new address: both within a day. Until then nothing changes.`,
          'If it was not you, somebody has got into your account: cancel the change, then choose a new password.',
        ],
        button: {
          label: 'Confirm the change',
          url: await linkOf(platform, change, 'change-email-old', '/auth/change-email'),
        },
        second: {
          label: 'It was not me: cancel the change',
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
        'You get this because an account was made with this address. If that was somebody else, this mail is the end of it.',
      ),
      messageId: `change-told-${change.id}`,
      email: {
        subject: `An account leaves this address for ${maskEmail(change.newEmail)}`,
        paragraphs: [
          `Your account was made with this address, which was never confirmed. It is to use ${maskEmail(change.newEmail)} instead, as soon as that mailbox confirms it. There is nothing to do here.`,
          'If the account is yours and you did not ask for that, sign in and cancel the change under Settings, Security.',
        ],
      },
    });
  }),

  runs(mailChangeNewJob, async (platform, { changeId, requestId }) => {
    const change = await findWaiting(platform, changeId);
    if (!change || change.newConfirmedAt) return;
    const both = change.asksOld
      ? ', and in the mail that went to the present address: both within a day.'
      : ', within a day.';
    await mailMember(platform, {
      userId: change.userId,
      to: change.newEmail,
      kind: aboutAccount(
        'You get this because the address was entered in that account. If it is not yours, do nothing: without the confirmation the address is not used.',
      ),
      messageId: `change-new-${requestId}`,
      email: async () => ({
        subject: 'Confirm your new email address',
        paragraphs: [`Your account on ${platform.config.brandName} is to use this address. Confirm it here${both}`],
        button: {
          label: 'Confirm this address',
          url: await linkOf(platform, change, 'change-email-new', '/auth/change-email'),
        },
      }),
    });
  }),

  runs(mailEmailChangedJob, (platform, { userId, oldEmail, newEmail, version, wasConfirmed }) =>
    mailMember(platform, {
      userId,
      to: oldEmail,
      kind: aboutAccount('This is the last mail about your account to this address. If it was not you, answer to it.'),
      messageId: `email-changed-${userId}-${version}`,
      email: {
        subject: 'Your email address was changed',
        paragraphs: [
          `Your account now uses ${maskEmail(newEmail)}, as ${wasConfirmed ? 'both mailboxes' : 'that mailbox'} confirmed. Your other devices were signed out, and links that were sent to this address before lead nowhere.`,
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
