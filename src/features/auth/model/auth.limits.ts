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
    otherwise: 'the browser counts as a stranger’s, since somebody else sits at it',
  },
  signInAccount: { ...failures, counts: 'failed sign-ins of strangers', per: 'e-mail', points: 10, windowMs: quarter },
  /** Above it only a known browser or a reset by email gets in. */
  signInRow: { ...inARow, counts: 'failed sign-ins of strangers in a row', per: 'e-mail' },
  signInAddress: { ...failures, counts: 'failed sign-ins of strangers', per: 'network', points: 30, windowMs: quarter },
  signInUnknown: {
    ...refused,
    counts: 'different unknown e-mails',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'an unknown e-mail reads like a wrong password',
  },
  signInUnknownSeen: {
    ...refused,
    counts: 'the first try of an unknown e-mail',
    per: 'network and e-mail',
    points: 1,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'further tries of the same e-mail are not counted as different ones',
  },
  signUp: {
    ...refused,
    counts: 'sign-ups, refused ones too',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: messages.tooManySignUps,
  },
  /** Each flow makes us call the provider. */
  googleTrip: { ...failures, counts: 'trips to Google', per: 'network', points: 60, windowMs: quarter },
  passkeyTry: { ...failures, counts: 'refused passkeys', per: 'network', points: 30, windowMs: quarter },
  passkeyAdd: { ...failures, counts: 'passkeys added', per: 'member', points: 20, windowMs: quarter },
  passkeyAlarm: {
    ...refused,
    counts: 'the first sign that a passkey was copied',
    per: 'passkey',
    points: 1,
    windowMs: dayMs,
    sentence: null,
    otherwise: 'the owner gets no second mail',
  },
  codeMember: { ...failures, counts: 'wrong codes of strangers', per: 'member', points: 10, windowMs: quarter },
  codeRow: { ...inARow, counts: 'wrong codes of strangers in a row', per: 'member' },
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
    otherwise: 'the browser counts as a stranger’s',
  },
  codeWarning: {
    ...refused,
    counts: 'the first failed second step',
    per: 'member',
    points: 1,
    windowMs: hourMs,
    sentence: null,
    otherwise: 'the member gets no second mail',
  },
  /** As for a sign-in: a stolen session must not allow unlimited password guesses. */
  password: {
    ...failures,
    counts: 'wrong passwords of somebody signed in',
    per: 'member',
    points: 10,
    windowMs: quarter,
  },
  passwordRow: { ...inARow, counts: 'wrong passwords of somebody signed in, in a row', per: 'member' },
  resetAddress: {
    ...refused,
    counts: 'reset mails asked for',
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
    counts: 'reset mails',
    per: 'mailbox',
    points: 3,
    windowMs: linkLifeMs['reset-password'],
    sentence: null,
    otherwise: 'the answer is the same and no mail is sent',
  },
  /** Protects an unconfirmed mailbox from a slow flood. */
  verification: {
    ...refused,
    counts: 'verification mails',
    per: 'member',
    points: 12,
    windowMs: dayMs,
    sentence: messages.tooManyVerifications,
  },
  /** Refused requests count too, since a refusal discloses that an address has an account. */
  changeEmail: {
    ...refused,
    counts: 'wishes to change the e-mail',
    per: 'member',
    points: 5,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
  changeEmailAddress: {
    ...refused,
    counts: 'wishes to change the e-mail',
    per: 'network',
    points: 20,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
  /** The mailbox may be a stranger's. */
  changeEmailMailbox: {
    ...refused,
    counts: 'mails about a change of the e-mail',
    per: 'new mailbox',
    points: 3,
    windowMs: hourMs,
    sentence: messages.tooManyEmailChanges,
  },
});
