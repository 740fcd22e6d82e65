import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { mailRestoredJob } from '../model/auth.jobs.ts';

export const suspensionMailJobs = [
  runs(mailRestoredJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You get this because your account was suspended.'),
      messageId: `restored-${userId}-${version}`,
      email: {
        subject: 'Your account is open again',
        paragraphs: ['The suspension of your account is over. You can sign in, and what was hidden is shown again.'],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),
];
