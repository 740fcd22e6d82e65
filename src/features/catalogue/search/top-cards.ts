import type { Match } from './match.ts';

/** What a place in the heap is numbered in. */
const mostRetained = 0xfffe;

/**
 * The best `most` cards seen so far; a card seen again retains its best score. A heap whose root is the worst of them,
 * and for each card of the catalogue its position there: one buffer for all searches, of which only used entries are
 * cleared.
 */
export class TopCards {
  readonly #heap: Match[] = [];
  /** The score of the card that is offered next, and what of it is its name's. */
  readonly offered = new Float64Array(2);
  /** One more than the place in the heap; 0 is not there. */
  readonly #places: Uint16Array;
  #most = 0;
  #isCut = false;
  /** The reading that finds cards now. */
  reading = 0;

  constructor(cards: number) {
    this.#places = new Uint16Array(cards);
  }

  /** Forgets the search before. */
  begin(most: number): void {
    if (most > mostRetained) throw new RangeError(`at most ${mostRetained} cards are kept`);
    for (const { card } of this.#heap) this.#places[card] = 0;
    this.#heap.length = 0;
    this.#most = most;
    this.#isCut = false;
    this.reading = 0;
  }

  /** True when a card with this score would not be retained. */
  cannotTake(score: number): boolean {
    const isFull = this.#heap.length >= this.#most;
    if (isFull && score <= (this.#heap[0] as Match).score) {
      this.#isCut = true;
      return true;
    }
    return false;
  }

  offer(card: number, covers: number): void {
    const heap = this.#heap;
    const score = this.offered[0] as number;
    const place = this.#places[card] as number;
    if (place > 0) {
      const known = heap[place - 1] as Match;
      if (score <= known.score) return;
      known.score = score;
      known.covers = covers;
      known.reading = this.reading;
      this.#sink(place - 1);
      return;
    }
    if (heap.length < this.#most) {
      heap.push({ card, score, covers, reading: this.reading });
      this.#rise(heap.length - 1);
      return;
    }
    this.#isCut = true;
    const worst = heap[0] as Match;
    if (score <= worst.score) return;
    this.#places[worst.card] = 0;
    heap[0] = { card, score, covers, reading: this.reading };
    this.#sink(0);
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Cards were left unlooked at. */
  cutShort(): void {
    this.#isCut = true;
  }

  /** Whether more cards match than are retained. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Best first; equal ones in the catalogue's order. */
  ranked(): Match[] {
    return [...this.#heap].sort((a, b) => b.score - a.score || a.card - b.card);
  }

  #rise(from: number): void {
    const moved = this.#heap[from] as Match;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#heap[parent] as Match;
      if (above.score <= moved.score) break;
      this.#put(at, above);
      at = parent;
    }
    this.#put(at, moved);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const moved = heap[from] as Match;
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const least = right < heap.length && (heap[right] as Match).score < (heap[left] as Match).score ? right : left;
      const below = heap[least] as Match;
      if (below.score >= moved.score) break;
      this.#put(at, below);
      at = least;
    }
    this.#put(at, moved);
  }

  #put(at: number, match: Match): void {
    this.#heap[at] = match;
    this.#places[match.card] = at + 1;
  }
}
