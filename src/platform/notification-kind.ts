/** A group of entries that a member finds under their notifications, and may turn off. It is in force from the day on which a room's manifest names it, and begins turned on. */
export interface NotificationKind {
  /** Small letters, at most 20: stands on each entry, and in the preferences. A kind of mail of the same name is its other channel. */
  name: string;
  /** Its order among all kinds. */
  rank: number;
  label: string;
  means: string;
  /** Why it can't be turned off, for what a member must find whatever they chose. */
  always?: string;
}
