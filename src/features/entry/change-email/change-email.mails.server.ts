import { maskEmail } from '#features/members/words.ts';
import { runs } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { mailChangeNewJob, mailChangeOldJob, mailChangeToldJob, mailEmailChangedJob } from '../entry.jobs.ts';
import { type LinkPurpose, makeLink } from '../mailed-links.server.ts';
import { findRecipient, send } from '../mails.server.ts';
import { type EmailChange, findEmailChangeById } from './email-change.server.ts';

/** The mails of a change of e-mail. Neither mailbox is told the whole of the other address: either may belong to a stranger. */
export const changeEmailMailJobs = [
  runs(mailChangeOldJob, async (platform, { changeId, requestId }) => {
    const found = await findWaiting(platform, changeId);
    if (!found || found.change.oldConfirmedAt) return;
    const { change, username } = found;
    await send(platform, `change-old-${requestId}`, {
      to: change.oldEmail,
      subject: `Confirm that your address changes to ${maskEmail(change.newEmail)}`,
      paragraphs: [
        `Hello ${username}.`,
        `Your account is to use ${maskEmail(change.newEmail)} in place of this address. Confirm it here, and in the mail that went to the new address: both within a day. Until then nothing changes.`,
        'If it was not you, somebody has got into your account: cancel the change, then choose a new password.',
      ],
      button: { label: 'Confirm the change', url: await linkOf(platform, change, 'change-email-old', '/auth/change-email') },
      second: { label: 'It was not me: cancel the change', url: await linkOf(platform, change, 'change-email-cancel', '/auth/cancel-email-change') },
      footer: 'You get this because another address was asked for in the account that uses this one.',
    });
  }),

  // To an address that was never confirmed, so perhaps to a stranger: it tells, and has no link that could keep the owner out.
  runs(mailChangeToldJob, async (platform, { changeId }) => {
    const found = await findWaiting(platform, changeId);
    if (!found || found.change.asksOld) return;
    const { change, username } = found;
    await send(platform, `change-told-${change.id}`, {
      to: change.oldEmail,
      subject: `An account leaves this address for ${maskEmail(change.newEmail)}`,
      paragraphs: [
        `Hello ${username}.`,
        `Your account was made with this address, which was never confirmed. It is to use ${maskEmail(change.newEmail)} instead, as soon as that mailbox confirms it. There is nothing to do here.`,
        'If the account is yours and you did not ask for that, sign in and cancel the change under Settings, Security.',
      ],
      footer: 'You get this because an account was made with this address. If that was somebody else, this mail is the end of it.',
    });
  }),

  runs(mailChangeNewJob, async (platform, { changeId, requestId }) => {
    const found = await findWaiting(platform, changeId);
    if (!found || found.change.newConfirmedAt) return;
    const { change, username } = found;
    const both = change.asksOld ? ', and in the mail that went to the present address: both within a day.' : ', within a day.';
    await send(platform, `change-new-${requestId}`, {
      to: change.newEmail,
      subject: 'Confirm your new email address',
      paragraphs: [`Hello ${username}.`, `Your account on ${platform.config.brandName} is to use this address. Confirm it here${both}`],
      button: { label: 'Confirm this address', url: await linkOf(platform, change, 'change-email-new', '/auth/change-email') },
      footer: `You get this because ${username} entered this address. If that is not you, do nothing: without the confirmation the address is not used.`,
    });
  }),

  runs(mailEmailChangedJob, async (platform, { userId, oldEmail, newEmail, version, wasConfirmed }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `email-changed-${member.id}-${version}`, {
      to: oldEmail,
      subject: 'Your email address was changed',
      paragraphs: [
        `Hello ${member.username}.`,
        `Your account now uses ${maskEmail(newEmail)}, as ${wasConfirmed ? 'both mailboxes' : 'that mailbox'} confirmed. Your other devices were signed out, and links that were sent to this address before lead nowhere.`,
      ],
      footer: 'This is the last mail about your account to this address. If it was not you, answer to it.',
    });
  }),
];

async function findWaiting(platform: Platform, changeId: string): Promise<{ change: EmailChange; username: string } | null> {
  const change = await findEmailChangeById(platform.db, changeId, platform.clock.now());
  const member = change && (await findRecipient(platform, change.userId));
  return change && member && { change, username: member.username };
}

async function linkOf(platform: Platform, change: EmailChange, purpose: LinkPurpose, path: string): Promise<string> {
  const email = purpose === 'change-email-new' ? change.newEmail : change.oldEmail;
  const link = { userId: change.userId, email, purpose, changeId: change.id, until: change.expiresAt };
  return `${platform.config.appUrl}${path}?token=${await makeLink(platform.db, link, platform.clock.now())}`;
}
