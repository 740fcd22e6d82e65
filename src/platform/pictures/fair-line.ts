/** Work that waits for a lane. */
interface Waiting<L extends string> {
  lane: L;
  owner: string;
  begin(): Promise<void>;
}

/**
 * Who comes next. Each lane does one piece of work at a time; nobody has two lanes at once; and in each lane whoever
 * was served longest ago, or not at all, comes before whoever has just been, however much the latter has waiting.
 */
export class FairLine<L extends string> {
  readonly #waiting: Waiting<L>[] = [];
  readonly #running = new Map<L, string>();
  /** The turn in which each of those who wait or run was served last. */
  readonly #servedIn = new Map<string, number>();
  #turns = 0;

  /** Pieces of work that have not begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  run<T>(lane: L, owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ lane, owner, begin: () => work().then(resolve, reject) });
      this.#next(lane);
    });
  }

  #next(lane: L): void {
    if (this.#running.has(lane)) return;
    const busy = new Set(this.#running.values());
    const first = this.#waiting
      .filter((one) => one.lane === lane && !busy.has(one.owner))
      .reduce<Waiting<L> | null>(
        (best, one) => (best === null || this.#turnOf(one) < this.#turnOf(best) ? one : best),
        null,
      );
    if (first === null) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running.set(lane, first.owner);
    this.#servedIn.set(first.owner, ++this.#turns);
    void first.begin().finally(() => this.#ended(lane, first.owner));
  }

  #ended(lane: L, owner: string): void {
    this.#running.delete(lane);
    if (!this.#waiting.some((one) => one.owner === owner)) this.#servedIn.delete(owner);
    this.#next(lane);
    // Another lane may have had nobody but them.
    for (const { lane: other } of [...this.#waiting]) this.#next(other);
  }

  #turnOf({ owner }: Waiting<L>): number {
    return this.#servedIn.get(owner) ?? 0;
  }
}
