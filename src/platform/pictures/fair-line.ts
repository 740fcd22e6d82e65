/** Work that waits for a queue. */
interface Waiting<L extends string> {
  queue: L;
  owner: string;
  start(): Promise<void>;
}

/**
 * A fair scheduler. Each queue runs one task at a time; an owner has at most one running task; and in each queue the
 * owner who was served longest ago, or never, goes first, however much others have waiting.
 */
export class FairLine<L extends string> {
  readonly #waiting: Waiting<L>[] = [];
  readonly #running = new Map<L, string>();
  /** The turn in which each waiting or running owner was served last. */
  readonly #servedIn = new Map<string, number>();
  #turns = 0;

  /** Tasks that have not started. */
  get waiting(): number {
    return this.#waiting.length;
  }

  run<T>(queue: L, owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ queue, owner, start: () => work().then(resolve, reject) });
      this.#next(queue);
    });
  }

  #next(queue: L): void {
    if (this.#running.has(queue)) return;
    const busy = new Set(this.#running.values());
    const first = this.#waiting
      .filter((one) => one.queue === queue && !busy.has(one.owner))
      .reduce<Waiting<L> | null>(
        (best, one) => (best === null || this.#turnOf(one) < this.#turnOf(best) ? one : best),
        null,
      );
    if (first === null) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    this.#running.set(queue, first.owner);
    this.#servedIn.set(first.owner, ++this.#turns);
    void first.start().finally(() => this.#ended(queue, first.owner));
  }

  #ended(queue: L, owner: string): void {
    this.#running.delete(queue);
    if (!this.#waiting.some((one) => one.owner === owner)) this.#servedIn.delete(owner);
    this.#next(queue);
    // Another queue may have had only tasks of this owner.
    for (const { queue: other } of [...this.#waiting]) this.#next(other);
  }

  #turnOf({ owner }: Waiting<L>): number {
    return this.#servedIn.get(owner) ?? 0;
  }
}
