/** Lets the same thing through once in `everyMs`. What is older than that is forgotten. */
export class Pace {
  readonly #everyMs: number;
  readonly #now: () => number;
  readonly #at = new Map<string, number>();

  constructor(everyMs: number, now: () => number = () => performance.now()) {
    this.#everyMs = everyMs;
    this.#now = now;
  }

  /** Whether its turn has come. */
  take(key: string): boolean {
    const now = this.#now();
    // In the order in which they came: what is too young ends the search.
    for (const [old, at] of this.#at) {
      if (now - at < this.#everyMs) break;
      this.#at.delete(old);
    }
    if (this.#at.has(key)) return false;
    this.#at.set(key, now);
    return true;
  }

  get size(): number {
    return this.#at.size;
  }
}
