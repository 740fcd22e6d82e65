import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { mailRestoredJob } from '../model/auth.jobs.ts';

export const suspensionMailJobs = [
  runs(mailRestoredJob, (platform, { subject: userId, version }) =>
    mailMember(platform, {
      userId,
      kind: aboutAccount('You’re receiving this email because the suspension of your account ended.'),
      messageId: `restored-${userId}-${version}`,
      email: {
        subject: 'Your account has been reinstated',
        paragraphs: [
          'Your account is no longer suspended. You can sign in again, and your hidden profile and listings are shown again.',
        ],
        button: { label: 'Sign in', url: `${platform.config.appUrl}/auth/sign-in` },
      },
    }),
  ),
];
