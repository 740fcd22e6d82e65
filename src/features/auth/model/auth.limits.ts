import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { linkLifeMs } from '../redirect/mailed-links.server.ts';
import { messages } from './messages.ts';

const quarter = 15 * minuteMs;
const refused = { code: 'too_many_attempts', guards: 'entry' } as const;
const failures = { ...refused, sentence: messages.tooManyAttempts } as const;
/** Consecutive failures, whatever the time between (NIST SP 800-63B). */
const inARow = { ...failures, points: 100, windowMs: 30 * dayMs } as const;

export const authLimits = defineLimits('entry', {
  signInDevice: {
    ...failures,
    counts: 'failed sign-ins from a browser that the account knows',
    per: 'browser and account',
    points: 10,
    windowMs: quarter,
  },
  signInDeviceRow: {
    ...inARow,
    counts: 'failed sign-ins in a row from a browser that the account knows',
    per: 'browser and account',
    sentence: null,
    otherwise: 'the browser counts as unknown',
  },
  signInAccount: {
    ...failures,
    counts: 'failed sign-ins from unknown browsers',
    per: 'email',
    points: 10,
    windowMs: quarter,
  },
  /** Above it only a known browser or a reset by email gets in. */
  signInRow: { ...inARow, counts: 'failed sign-ins in a row from unknown browsers', per: 'email' },
  signInAddress: {
    ...failures,
    counts: 'failed sign-ins from unknown browsers',
    per: 'network',
    points: 30,
    windowMs: quarter,
  },
  signInUnknown: {
    ...refused,
    counts: 'different unknown emails',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'the answer is the same as for a wrong password',
  },
  signInUnknownSeen: {
    ...refused,
    counts: 'the first attempt with an unknown email',
    per: 'network and email',
    points: 1,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'further attempts with the same email are not counted again',
  },
  signUp: {
    ...refused,
    counts: 'sign-ups, including refused ones',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: messages.tooManySignUps,
  },
  /** Each flow makes us call the provider. */
  googleTrip: { ...failures, counts: 'sign-ins with Google started', per: 'network', points: 60, windowMs: quarter },
  passkeyTry: { ...failures, counts: 'refused passkeys', per: 'network', points: 30, windowMs: quarter },
  passkeyAdd: { ...failures, counts: 'passkeys added', per: 'member', points: 20, windowMs: quarter },
  passkeyAlarm: {
    ...refused,
    counts: 'the first use of a passkey that may have been copied',
    per: 'passkey',
    points: 1,
    windowMs: dayMs,
    sentence: null,
    otherwise: 'the owner gets no second email',
  },
  codeMember: {
    ...failures,
    counts: 'wrong codes from unknown browsers',
    per: 'member',
    points: 10,
    windowMs: quarter,
  },
  codeRow: { ...inARow, counts: 'wrong codes in a row from unknown browsers', per: 'member' },
  codeDevice: {
    ...failures,
    counts: 'wrong codes from a browser that the account knows',
    per: 'browser and member',
    points: 10,
    windowMs: quarter,
  },
  codeDeviceRow: {
    ...inARow,
    counts: 'wrong codes in a row from a browser that the account knows',
    per: 'browser and member',
    sentence: null,
    otherwise: 'the browser counts as unknown',
  },
  codeWarning: {
    ...refused,
    counts: 'the first failed two-step verification',
    per: 'member',
    points: 1,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'the member gets no second email',
  },
  /** As for a sign-in: a stolen session must not allow unlimited password guesses. */
  password: {
    ...failures,
    counts: 'wrong passwords of a signed-in member',
    per: 'member',
    points: 10,
    windowMs: quarter,
  },
  passwordRow: { ...inARow, counts: 'wrong passwords in a row of a signed-in member', per: 'member' },
  resetAddress: {
    ...refused,
    counts: 'password reset emails requested',
    per: 'network',
    points: 10,
    windowMs: hourMs,
    sentence: messages.tooManyMails,
  },
  /**
   * Silent, and as long as a link's lifetime: a stranger who requests emails for a mailbox leaves its owner a valid
   * link at every moment, or the next email.
   */
  resetMailbox: {
    ...refused,
    counts: 'password reset emails',
    per: 'mailbox',
    points: 3,
    windowMs: linkLifeMs['reset-password'],
    sentence: null,
    otherwise: 'the answer is the same and no email is sent',
  },
  /** Protects an unconfirmed mailbox from a slow flood. */
  verification: {
    ...refused,
    counts: 'verification emails',
    per: 'member',
    points: 12,
    windowMs: dayMs,
    sentence: messages.tooManyVerifications,
  },
  /** Refused requests count too, since a refusal discloses that an address has an account. */
  changeEmail: {
    ...refused,
    counts: 'requested email changes',
    per: 'member',
    points: 5,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
  changeEmailAddress: {
    ...refused,
    counts: 'requested email changes',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
  /** The mailbox may be a stranger's. */
  changeEmailMailbox: {
    ...refused,
    counts: 'emails about an email change',
    per: 'new mailbox',
    points: 3,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
});
