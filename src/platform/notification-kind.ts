import type { PlaceIcon } from '#kernel/place-icon.ts';

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
  /** Beside each of its notifications. */
  icon: PlaceIcon;
  /**
   * The label of the link to the page of a notification. A text may have its own: until the entry is read, or always
   * where the kind has none.
   */
  act?: string;
  /**
   * The sentences of its notifications by code, made when an entry is read. `{name}` in a title is the current name of
   * a member. Without a body, the entry's own is shown: words of a person.
   */
  texts?: NotificationTexts;
}

export type NotificationTexts = Readonly<Record<string, (params: never) => NotificationText>>;

export interface NotificationText {
  title: string;
  body?: string;
  /** What the member may do on the page of the notification. */
  act?: string;
  /** Both in whole sentences, for an email about several updates. */
  sentence?: string;
}
