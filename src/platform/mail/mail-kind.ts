/**
 * A kind of email that a member may decline. It is active as soon as a feature's manifest lists it, and on by default.
 */
export interface MailKind {
  /** Lower case, at most 20 characters; part of unsubscribe links and preferences. */
  name: string;
  /** Sort order among all kinds. */
  rank: number;
  label: string;
  means: string;
  /** The last line of the email: “You’re receiving this email because …”. */
  why: string;
  /** Only admins get it and can choose it; absent: all members. */
  for?: 'operator';
}

/** Emails that cannot be declined. */
export interface AlwaysMailed {
  rank: number;
  what: string;
  why: string;
}

/** The mail kinds of all features, by rank. */
export interface Mails {
  kinds: readonly MailKind[];
  always: readonly AlwaysMailed[];
}
