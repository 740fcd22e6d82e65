import { runs } from '#platform/jobs/jobs.ts';
import { mailRestoredJob, mailSuspendedJob } from '../entry.jobs.ts';
import { findRecipient, send } from '../mails.server.ts';

export const suspensionMailJobs = [
  runs(mailSuspendedJob, async (platform, { subject: userId, version, data }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `suspended-${member.id}-${version}`, {
      to: member.email,
      subject: 'Your account is suspended',
      paragraphs: [
        `Hello ${member.username}.`,
        'The operator of this market has suspended your account. You cannot sign in, and your profile and listings are hidden. Nothing of yours is deleted.',
        `The reason that was given: ${data.reason}`,
      ],
      footer: 'If you think that this is a mistake, answer to this mail.',
    });
  }),

  runs(mailRestoredJob, async (platform, { subject: userId, version }) => {
    const member = await findRecipient(platform, userId);
    if (!member) return;
    await send(platform, `restored-${member.id}-${version}`, {
      to: member.email,
      subject: 'Your account is open again',
      paragraphs: [`Hello ${member.username}.`, 'The suspension of your account is over. You can sign in, and what was hidden is shown again.'],
      button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      footer: 'You get this because your account was suspended.',
    });
  }),
];
