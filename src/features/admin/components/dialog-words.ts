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

const loggedNote = () => 'Recorded in the audit log.';

export const dialogWords: Readonly<Record<MemberAct, DialogWords>> = {
  grant: {
    open: 'Grant Premium',
    title: (name) => `Grant Premium to ${name}`,
    means: (name) =>
      `${name} can use Premium immediately at no charge. Listings paused by the Free limit are for sale again. This replaces an existing grant. No email is sent.`,
    confirm: 'Grant Premium',
    busy: 'Granting…',
    months: true,
  },
  revoke: {
    open: 'Revoke Premium',
    title: (name) => `Revoke Premium from ${name}?`,
    means: (name) =>
      `${name} is on the Free plan immediately. The newest listings within the Free limit stay for sale. The others are paused. Nothing is deleted. No email is sent.`,
    confirm: 'Revoke Premium',
    busy: 'Revoking…',
    danger: true,
    reason: loggedNote,
  },
  sync: {
    open: 'Sync subscription',
    title: (name) => `Sync the subscription of ${name}`,
    means: () => 'Updates our record from Stripe. Nothing changes at Stripe, and the member isn’t charged.',
    confirm: 'Sync subscription',
    busy: 'Syncing…',
  },
  suspend: {
    open: 'Suspend member',
    title: (name) => `Suspend ${name}?`,
    means: (name) =>
      `${name} is signed out everywhere and can’t sign in. The profile and the listings are hidden. Nothing is deleted. You can reinstate ${name} at any time.`,
    confirm: 'Suspend member',
    busy: 'Suspending…',
    danger: true,
    rule: true,
    reason: (name) => `Emailed to ${name} with the rule and how to appeal. Recorded in the audit log.`,
  },
  restore: {
    open: 'Reinstate member',
    title: (name) => `Reinstate ${name}`,
    means: (name) =>
      `${name} can sign in again. The profile and the listings are shown again. ${name} is notified by email.`,
    confirm: 'Reinstate member',
    busy: 'Reinstating…',
  },
  'mark-trader': {
    open: 'Mark as professional seller',
    title: (name) => `Mark ${name} as a professional seller?`,
    means: (name) =>
      `Buyers see that ${name} is a professional seller. ${name} can’t publish new listings until the seller details are added. If they aren’t added in time, active listings are paused. We email ${name} the deadline.`,
    confirm: 'Mark as professional seller',
    busy: 'Marking…',
    reason: (name) => `Emailed to ${name}. Recorded in the audit log.`,
  },
  'unmark-trader': {
    open: 'Remove professional seller mark',
    title: (name) => `Remove the professional seller mark of ${name}?`,
    means: (name) => `${name} can choose between private and professional seller again. No email is sent.`,
    confirm: 'Remove professional seller mark',
    busy: 'Removing…',
  },
  'reset-factors': {
    open: 'Reset two-step verification',
    title: (name) => `Reset two-step verification of ${name}?`,
    means: (name) =>
      `This removes the authenticator app, the recovery codes and the passkeys, and ends all sessions. ${name} is notified by email. Afterwards, the password or Google alone is enough to sign in. First make sure that ${name} requested it.`,
    confirm: 'Reset two-step verification',
    busy: 'Resetting…',
    danger: true,
    reason: loggedNote,
  },
  'end-sessions': {
    open: 'End all sessions',
    title: (name) => `End all sessions of ${name}?`,
    means: (name) =>
      `${name} is signed out on all devices. Password and two-step verification stay, so ${name} can sign in again. No email is sent.`,
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
