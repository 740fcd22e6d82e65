import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
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
  /** `left`: unused recovery codes, if the event has them. */
  says(left: number): string;
  button: { label: string; path: string };
  footer: string;
}

const look = { label: 'It was not me: look at my account', path: '/settings/security' };
const always = 'You get this whenever the second step of your account changes or is used by a recovery code.';

type About =
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'second-step-failed'
  | 'factors-reset';

const words: Record<About, Words> = {
  'second-factor-on': {
    subject: 'An authenticator app was set up',
    says: () =>
      'From now on signing in to your account asks for a code of your authenticator app. Your other devices were signed out.',
    button: look,
    footer: always,
  },
  'second-factor-off': {
    subject: 'Your authenticator app was turned off',
    says: () =>
      'Signing in to your account asks for no code any more. Your recovery codes are worth nothing now, and your other devices were signed out.',
    button: look,
    footer: always,
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes were made',
    says: () => 'You have ten new recovery codes. Those before them are worth nothing now.',
    button: look,
    footer: always,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    says: (left) =>
      left === 0
        ? 'One of your recovery codes was used just now in place of your authenticator app. It was the last one: make new ones today.'
        : `One of your recovery codes was used just now in place of your authenticator app. ${left} ${left === 1 ? 'is' : 'are'} left.`,
    button: look,
    footer: always,
  },
  'second-step-failed': {
    subject: 'Somebody failed at the second step of your sign-in',
    says: () =>
      'Somebody came past the first step of signing in to your account, then entered five wrong codes. Nobody got in. If that was not you, choose a new password: yours is known.',
    button: { label: 'Choose a new password', path: '/auth/forgot-password' },
    footer: 'You get this at most once an hour.',
  },
  'factors-reset': {
    subject: 'The second step of your account was taken away',
    says: () =>
      'The operator of this market has taken your authenticator app, recovery codes and passkeys away, because you had lost them. Your devices were signed out. Sign in, then set up the second step again.',
    button: { label: 'Sign in', path: '/auth/sign-in?next=/settings/security' },
    footer: 'If you did not ask for this, answer to this mail.',
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
      paragraphs: [says(left)],
      button: { label: button.label, url: platform.config.appUrl + button.path },
    },
  });
}
