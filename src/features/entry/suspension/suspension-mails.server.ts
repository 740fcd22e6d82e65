import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { mailRestoredJob, mailSuspendedJob } from '../entry.jobs.ts';

export const suspensionMailJobs = [
  runs(mailSuspendedJob, (platform, { subject: userId, version, data }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('If you think that this is a mistake, answer to this mail.'),
      messageId: `suspended-${userId}-${version}`,
      letter: {
        subject: 'Your account is suspended',
        paragraphs: [
          'The operator of this market has suspended your account. You cannot sign in, and your profile and listings are hidden. Nothing of yours is deleted.',
          `The reason that was given: ${data.reason}`,
        ],
      },
    }),
  ),

  runs(mailRestoredJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You get this because your account was suspended.'),
      messageId: `restored-${userId}-${version}`,
      letter: {
        subject: 'Your account is open again',
        paragraphs: ['The suspension of your account is over. You can sign in, and what was hidden is shown again.'],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),
];
