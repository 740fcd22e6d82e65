/**
 * A group of entries that a member finds under their notifications. It is in force from the day on which a room's
 * manifest names it.
 */
export interface NotificationKind {
  /**
   * Small letters, at most 20: stands on each entry, and in the preferences. A kind of mail of the same name is its
   * other channel.
   */
  name: string;
  /** Its order among all kinds. */
  rank: number;
  label: string;
  means: string;
}
