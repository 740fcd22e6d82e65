/**
 * A group of mails that a member may decline. It is in force from the day on which a room's manifest names it, and
 * begins turned on.
 */
export interface MailKind {
  /** Small letters, at most 20: stands in links of mails that were sent, and in the preferences. */
  name: string;
  /** Its order among all kinds. */
  rank: number;
  label: string;
  means: string;
  /** The end of "You get this because …". */
  why: string;
}

/** Mails that go out whatever is chosen. */
export interface AlwaysMailed {
  rank: number;
  what: string;
  why: string;
}

/** What is mailed in this market: the rooms' parts, joined, each by rank. */
export interface Mails {
  kinds: readonly MailKind[];
  always: readonly AlwaysMailed[];
}
