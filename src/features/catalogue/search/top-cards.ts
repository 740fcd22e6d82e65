import type { Match } from './match.ts';

/** The best `most` cards seen so far; a card seen again keeps its best score. A heap whose root is the worst of them. */
export class TopCards {
  readonly #most: number;
  readonly #heap: Match[] = [];
  readonly #places = new Map<number, Match>();
  #isCut = false;
  /** The reading that finds cards now. */
  reading = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** True when a card with this score would not be kept. */
  cannotTake(score: number): boolean {
    const isFull = this.#heap.length >= this.#most;
    if (isFull && score <= (this.#heap[0] as Match).score) {
      this.#isCut = true;
      return true;
    }
    return false;
  }

  offer(card: number, score: number, covers: number): void {
    const known = this.#places.get(card);
    if (known) {
      if (score <= known.score) return;
      known.score = score;
      known.covers = covers;
      known.reading = this.reading;
      this.#sink(this.#heap.indexOf(known));
      return;
    }
    if (this.#heap.length < this.#most) {
      const match = { card, score, covers, reading: this.reading };
      this.#heap.push(match);
      this.#places.set(card, match);
      this.#rise(this.#heap.length - 1);
      return;
    }
    this.#isCut = true;
    const worst = this.#heap[0] as Match;
    if (score <= worst.score) return;
    this.#places.delete(worst.card);
    const match = { card, score, covers, reading: this.reading };
    this.#heap[0] = match;
    this.#places.set(card, match);
    this.#sink(0);
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Cards were left unlooked at. */
  cutShort(): void {
    this.#isCut = true;
  }

  /** Whether more cards fit than are kept. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Best first; equal ones in the catalogue's order. */
  ranked(): Match[] {
    return [...this.#heap].sort((a, b) => b.score - a.score || a.card - b.card);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as Match).score <= (heap[at] as Match).score) return;
      [heap[at], heap[parent]] = [heap[parent] as Match, heap[at] as Match];
      at = parent;
    }
  }

  #sink(from: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && (heap[child] as Match).score < (heap[least] as Match).score) least = child;
      }
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least] as Match, heap[at] as Match];
      at = least;
    }
  }
}
