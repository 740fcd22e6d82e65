/** Something that happened, appended in the transaction that made it so. Past tense: `listing.changed`, `order.paid`. */
export interface NewEvent {
  kind: string;
  /** Id of the thing that it is about. */
  subject: string;
  /** The thing's version after the change; 0 where it has none. */
  version: number;
  /** Who hears of it live: `listing:ID`, `profile:ID`, `user:ID`, … A visitor can only listen to topics that a channel grants. */
  topics: string[];
  /** Carried to reactions; the live channel sends only what the channel's presenter lets through. */
  data?: Record<string, unknown>;
}

export interface StoredEvent extends NewEvent {
  /** Gapless position in commit order, the id to resume from. */
  position: number;
  at: Date;
  data: Record<string, unknown>;
}
