import type { JobHandler } from '#platform/jobs/jobs.ts';
import { findRecipient, send } from '../mails.server.ts';

interface Words {
  subject: string;
  /** After the greeting. `left` are unused recovery codes, where the event says. */
  says(left: number): string;
  button: { label: string; path: string };
  footer: string;
}

const look = { label: 'It was not me: look at my account', path: '/settings/security' };
const always = 'You get this whenever the second step of your account changes or is used by a recovery code.';

const words: Record<string, Words> = {
  'member.second-factor-on': {
    subject: 'An authenticator app was set up',
    says: () => 'From now on signing in to your account asks for a code of your authenticator app. Your other devices were signed out.',
    button: look,
    footer: always,
  },
  'member.second-factor-off': {
    subject: 'Your authenticator app was turned off',
    says: () =>
      'Signing in to your account asks for no code any more. Your recovery codes are worth nothing now, and your other devices were signed out.',
    button: look,
    footer: always,
  },
  'member.recovery-codes-renewed': {
    subject: 'New recovery codes were made',
    says: () => 'You have ten new recovery codes. Those before them are worth nothing now.',
    button: look,
    footer: always,
  },
  'member.recovery-code-used': {
    subject: 'A recovery code was used',
    says: (left) =>
      left === 0
        ? 'One of your recovery codes was used just now in place of your authenticator app. It was the last one: make new ones today.'
        : `One of your recovery codes was used just now in place of your authenticator app. ${left} ${left === 1 ? 'is' : 'are'} left.`,
    button: look,
    footer: always,
  },
  'member.second-step-failed': {
    subject: 'Somebody failed at the second step of your sign-in',
    says: () =>
      'Somebody came past the first step of signing in to your account, then entered five wrong codes. Nobody got in. If that was not you, choose a new password: yours is known.',
    button: { label: 'Choose a new password', path: '/auth/forgot-password' },
    footer: 'You get this at most once an hour.',
  },
  'member.factors-reset': {
    subject: 'The second step of your account was taken away',
    says: () =>
      'The operator of this market has taken your authenticator app, recovery codes and passkeys away, because you had lost them. Your devices were signed out. Sign in, then set up the second step again.',
    button: { label: 'Sign in', path: '/auth/sign-in?next=/settings/security' },
    footer: 'If you did not ask for this, answer to this mail.',
  },
};

const taskOf = (kind: string) => `accounts.mail-${kind.slice('member.'.length)}`;

/** Which events of the second factor send a mail. */
export const secondFactorMails: Record<string, string[]> = Object.fromEntries(Object.keys(words).map((kind) => [kind, [taskOf(kind)]]));

export const secondFactorMailJobs: Record<string, JobHandler> = Object.fromEntries(
  Object.entries(words).map(([kind, { subject, says, button, footer }]) => [
    taskOf(kind),
    async (platform, { subject: userId, version, data }) => {
      const member = await findRecipient(platform, String(userId));
      if (!member) return;
      const left = Number((data as { left?: number } | undefined)?.left ?? 0);
      await send(platform, `${kind.slice('member.'.length)}-${member.id}-${String(version)}`, {
        to: member.email,
        subject,
        paragraphs: [`Hello ${member.username}.`, says(left)],
        button: { label: button.label, url: platform.config.appUrl + button.path },
        footer,
      });
    },
  ]),
);
