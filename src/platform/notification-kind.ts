/** A kind of notification. It is active as soon as a feature's manifest lists it. */
export interface NotificationKind {
  /**
   * Lower case, at most 20 characters; stored with each notification and in the preferences. A mail kind of the same
   * name is its email channel.
   */
  name: string;
  /** Sort order among all kinds. */
  rank: number;
  label: string;
  means: string;
}
