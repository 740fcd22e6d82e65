import { type CardIndex, cardIdAt } from './card-index.ts';

/**
 * Cards that a search found, best first, as the eighty bits of each id: five hundred ids in letters were a tenth of what a search allocated, and who knows cards by their
 * bits (`CardNumbers` of listings) never reads them.
 */
export class FoundCards {
  static readonly none = new FoundCards(null, []);
  readonly #index: CardIndex | null;
  /** By their places in the index: what is known of each beside that would wait with the search for the database. */
  readonly #cards: readonly number[];
  #ids: readonly string[] | null = null;

  constructor(index: CardIndex | null, cards: readonly number[]) {
    this.#index = index;
    this.#cards = cards;
  }

  get length(): number {
    return this.#cards.length;
  }

  /** The first forty bits of an id, or the other ones, as a whole number. */
  half(at: number, half: 0 | 1): number {
    const bytes = this.#index?.cardIds ?? none;
    const from = (this.#cards[at] ?? 0) * 10 + half * 5;
    const low =
      ((bytes[from + 1] as number) << 24) | ((bytes[from + 2] as number) << 16) | ((bytes[from + 3] as number) << 8) | (bytes[from + 4] as number);
    return (bytes[from] as number) * 2 ** 32 + (low >>> 0);
  }

  /** In letters, made once. */
  get ids(): readonly string[] {
    const index = this.#index;
    this.#ids ??= index === null ? [] : this.#cards.map((card) => cardIdAt(index, card));
    return this.#ids;
  }
}

const none = new Uint8Array(10);
