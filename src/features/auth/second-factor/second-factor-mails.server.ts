import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { momentUtc } from '#kernel/time.ts';
import { type RunnableJob, runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import {
  factorsReset,
  recoveryCodesRenewed,
  recoveryCodeUsed,
  secondFactorOff,
  secondFactorOn,
  secondStepFailed,
} from '../model/auth.events.ts';
import {
  mailFactorsResetJob,
  mailRecoveryCodesRenewedJob,
  mailRecoveryCodeUsedJob,
  mailSecondFactorOffJob,
  mailSecondFactorOnJob,
  mailSecondStepFailedJob,
} from '../model/auth.jobs.ts';

interface Words {
  subject: string;
  /** `at`: when it happened. `left`: unused recovery codes, if the event has them. */
  says(at: string, left: number): string;
  button: { label: string; path: string };
  footer: string;
}

const look = { label: 'Check sign-in methods', path: '/settings/security' };
const always =
  'You’re receiving this email because of a change to your two-step verification. If this wasn’t you, check your sign-in methods now.';

type About =
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'second-step-failed'
  | 'factors-reset';

const words: Record<About, Words> = {
  'second-factor-on': {
    subject: 'Two-step verification was turned on',
    says: (at) =>
      `Since ${at}, signing in to your account needs a code from your authenticator app. Your other devices were signed out.`,
    button: look,
    footer: always,
  },
  'second-factor-off': {
    subject: 'Two-step verification was turned off',
    says: (at) =>
      `Since ${at}, signing in to your account needs no code. Your recovery codes no longer work. Your other devices were signed out.`,
    button: look,
    footer: always,
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes were generated',
    says: (at) => `You have 10 new recovery codes, generated on ${at}. The previous codes no longer work.`,
    button: look,
    footer: always,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    says: (at, left) =>
      left === 0
        ? `Your last recovery code was used instead of your authenticator app on ${at}. Generate new recovery codes now.`
        : plural(left, {
            one: `A recovery code was used instead of your authenticator app on ${at}. # code is left.`,
            other: `A recovery code was used instead of your authenticator app on ${at}. # codes are left.`,
          }),
    button: look,
    footer: always,
  },
  'second-step-failed': {
    subject: 'Failed sign-in attempt on your account',
    says: () =>
      'Someone completed the first step of signing in to your account, then entered 5 wrong codes. The sign-in was refused. If this wasn’t you, someone else may know your password. Reset it now.',
    button: { label: 'Reset password', path: '/auth/forgot-password' },
    footer: 'You’re receiving this email because of a failed sign-in. We send it at most once an hour.',
  },
  'factors-reset': {
    subject: 'Two-step verification was removed',
    says: () =>
      'We removed your authenticator app, recovery codes and passkeys because you lost access to them. Your devices were signed out. Sign in, then set up two-step verification again.',
    button: { label: 'Sign in', path: '/auth/sign-in?next=/settings/security' },
    footer:
      'You’re receiving this email because your two-step verification was removed. If you didn’t request this, reply to this email.',
  },
};

/** The events of the second factor that send an email. */
export const secondFactorReactions = [
  wakes(secondFactorOn, mailSecondFactorOnJob),
  wakes(secondFactorOff, mailSecondFactorOffJob),
  wakes(recoveryCodesRenewed, mailRecoveryCodesRenewedJob),
  wakes(recoveryCodeUsed, mailRecoveryCodeUsedJob),
  wakes(secondStepFailed, mailSecondStepFailedJob),
  wakes(factorsReset, mailFactorsResetJob),
];

export const secondFactorMailJobs = [
  mails(mailSecondFactorOnJob, 'second-factor-on'),
  mails(mailSecondFactorOffJob, 'second-factor-off'),
  mails(mailRecoveryCodesRenewedJob, 'recovery-codes-renewed'),
  runs(mailRecoveryCodeUsedJob, (platform, { subject, version, data }) =>
    mailAbout(platform, 'recovery-code-used', subject, version, data.left),
  ),
  mails(mailSecondStepFailedJob, 'second-step-failed'),
  mails(mailFactorsResetJob, 'factors-reset'),
];

function mails(job: typeof mailSecondFactorOnJob, about: About): RunnableJob {
  return runs(job, (platform, { subject, version }) => mailAbout(platform, about, subject, version));
}

function mailAbout(platform: Platform, about: About, userId: string, version: number, left = 0): Promise<void> {
  const { subject, says, button, footer } = words[about];
  return mailMember(platform, {
    userId,
    kind: aboutAccount(footer),
    messageId: `${about}-${userId}-${version}`,
    email: {
      subject,
      // An event's version is its time.
      paragraphs: [says(momentUtc(new Date(version)), left)],
      button: { label: button.label, url: platform.config.appUrl + button.path },
    },
  });
}
