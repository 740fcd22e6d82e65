export interface Scope {
  /** Place in `index.games`, or null for all. */
  game: number | null;
  /** Sets to look in, or null for all. */
  sets: ReadonlySet<number> | null;
}

export interface Match {
  card: number;
  score: number;
  /** Bit i: the card holds token i of the reading. */
  covers: number;
  /** Which reading of the query found it. */
  reading: number;
}

/** `whole`: only cards that hold all that the reading requires. `partly`: cards that hold any of it. */
export type MatchMode = 'whole' | 'partly';

/** So that a card that holds all that was asked always comes before one that does not. */
export const holdsAll = 100;
