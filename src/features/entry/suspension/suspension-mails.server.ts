import type { JobHandler } from '#platform/jobs/jobs.ts';
import { findRecipient, send } from '../mails.server.ts';

export const suspensionMailJobs: Record<string, JobHandler> = {
  'accounts.mail-suspended': async (platform, { subject: userId, version, data }) => {
    const member = await findRecipient(platform, String(userId));
    if (!member) return;
    const { reason } = data as { reason: string };
    await send(platform, `suspended-${member.id}-${String(version)}`, {
      to: member.email,
      subject: 'Your account is suspended',
      paragraphs: [
        `Hello ${member.username}.`,
        'The operator of this market has suspended your account. You cannot sign in, and your profile and listings are hidden. Nothing of yours is deleted.',
        `The reason that was given: ${reason}`,
      ],
      footer: 'If you think that this is a mistake, answer to this mail.',
    });
  },

  'accounts.mail-restored': async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, String(userId));
    if (!member) return;
    await send(platform, `restored-${member.id}-${String(version)}`, {
      to: member.email,
      subject: 'Your account is open again',
      paragraphs: [`Hello ${member.username}.`, 'The suspension of your account is over. You can sign in, and what was hidden is shown again.'],
      button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      footer: 'You get this because your account was suspended.',
    });
  },
};
