import type { MemberAct } from '../contract.ts';

export interface DialogWords {
  /** On the button that opens it. */
  open: string;
  title(name: string): string;
  /** What will happen, said before it does. */
  means(name: string): string;
  confirm: string;
  busy: string;
  danger?: true;
  /** Requires a typed reason, and says who reads it. */
  reason?(name: string): string;
  /** Requires the broken rule. */
  rule?: true;
  /** Requires a number of months. */
  months?: true;
}

const loggedNote = () => 'Kept in the audit log.';

export const dialogWords: Readonly<Record<MemberAct, DialogWords>> = {
  grant: {
    open: 'Grant premium',
    title: (name) => `Grant premium to ${name}`,
    means: (name) =>
      `${name} has everything of premium at once and pays nothing. Listings that the free limit paused are for sale again. A grant that there is already is replaced. No mail is sent.`,
    confirm: 'Grant premium',
    busy: 'Granting…',
    months: true,
  },
  revoke: {
    open: 'Revoke premium',
    title: (name) => `Revoke the premium of ${name}?`,
    means: (name) =>
      `${name} is free at once: the newest listings within the free limit stay for sale, the others are paused. Nothing is deleted. No mail is sent.`,
    confirm: 'Revoke premium',
    busy: 'Revoking…',
    danger: true,
    reason: loggedNote,
  },
  sync: {
    open: 'Read Stripe again',
    title: (name) => `Read the subscription of ${name} again`,
    means: () =>
      'Stripe is asked now, and the record here is made to say the same. Nothing is charged and nothing changes at Stripe.',
    confirm: 'Read again',
    busy: 'Reading…',
  },
  suspend: {
    open: 'Suspend',
    title: (name) => `Suspend ${name}?`,
    means: (name) =>
      `${name} is signed out everywhere and can't sign in. The profile closes and the listings are hidden. Nothing is deleted, and you can end the suspension at any time.`,
    confirm: 'Suspend',
    busy: 'Suspending…',
    danger: true,
    rule: true,
    reason: (name) => `Mailed to ${name} with the rule and the way to appeal, and kept in the audit log.`,
  },
  restore: {
    open: 'End the suspension',
    title: (name) => `Let ${name} in again`,
    means: (name) => `${name} can sign in again, what was hidden is shown again, and a mail says so.`,
    confirm: 'End the suspension',
    busy: 'Ending…',
  },
  'mark-trader': {
    open: 'Mark as a trader',
    title: (name) => `Mark ${name} as a trader?`,
    means: (name) =>
      `Buyers read that ${name} sells as a trader. Nothing more goes up for sale until ${name} has said what a trader must show, and what is for sale is paused if that takes too long. A mail asks for it, with the day.`,
    confirm: 'Mark as a trader',
    busy: 'Marking…',
    reason: (name) => `Mailed to ${name}, and kept in the audit log.`,
  },
  'unmark-trader': {
    open: 'Take the trader’s mark back',
    title: (name) => `Take the mark of ${name} back?`,
    means: (name) =>
      `${name} says again themselves whether they sell as a private person or as a trader. No mail is sent.`,
    confirm: 'Take it back',
    busy: 'Taking it back…',
  },
  'reset-factors': {
    open: 'Reset second factors',
    title: (name) => `Reset the second factors of ${name}?`,
    means: (name) =>
      `Authenticator app, recovery codes and passkeys are taken away, all sessions end, and a mail says so. Password and Google stay, and open the account alone afterwards: be sure that it is ${name} who asks.`,
    confirm: 'Reset second factors',
    busy: 'Resetting…',
    danger: true,
    reason: loggedNote,
  },
  'end-sessions': {
    open: 'End all sessions',
    title: (name) => `Sign ${name} out everywhere?`,
    means: (name) =>
      `Every session of ${name} ends at once, on every device. Password and factors stay, so ${name} can sign in again. No mail is sent.`,
    confirm: 'End all sessions',
    busy: 'Ending…',
    danger: true,
    reason: loggedNote,
  },
};

export const actOrder = [
  'grant',
  'revoke',
  'sync',
  'mark-trader',
  'unmark-trader',
  'suspend',
  'restore',
  'end-sessions',
  'reset-factors',
] as const satisfies readonly MemberAct[];
