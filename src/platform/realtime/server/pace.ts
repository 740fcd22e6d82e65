/** A throttle by key: lets a key through once in `everyMs` and forgets older keys. */
export class Throttle {
  readonly #everyMs: number;
  readonly #now: () => number;
  readonly #at = new Map<string, number>();

  constructor(everyMs: number, now: () => number = () => performance.now()) {
    this.#everyMs = everyMs;
    this.#now = now;
  }

  /** Whether the key may pass now. */
  take(key: string): boolean {
    const now = this.#now();
    // The map is in order of insertion: the first young key ends the search.
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
