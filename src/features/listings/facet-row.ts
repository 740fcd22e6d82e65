/** What the counts need of a listing for sale. */
export interface FacetRow {
  /** The listing's number in the database, 1 and up. */
  n: number;
  /** Null for a card in free text. */
  card: string | null;
  game: string;
  set: string | null;
  setName: string | null;
  rarity: string | null;
  condition: string;
  finish: string | null;
  language: string;
  isGraded: boolean;
  acceptsOffers: boolean;
  priceRank: number;
  seller: string;
  name: string;
  /** Null for one that its card's name, set and number make. */
  title: string | null;
  number: string | null;
  /** `company\ngrade` in small letters, of a grade that is a number; null without one. */
  grading: string | null;
  /** Seconds since 1970, and so is `publishedAt`. */
  expiresAt: number;
  publishedAt: number;
  /** The second of its id; null where the id says none. */
  made: number | null;
}
