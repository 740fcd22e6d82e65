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

/** A full match always ranks before a partial one. */
export const holdsAll = 100;
