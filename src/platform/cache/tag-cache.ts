import type { Bus } from '#platform/outbox/bus.ts';

export interface CacheEntry<T> {
  value: T;
  /** Of the memory that the value takes, roughly. */
  bytes: number;
  /** Topics (`listing:ID`) whose next event makes the value wrong. */
  tags: readonly string[];
  /** Milliseconds in the app's clock, after which the value is not given any more. */
  expiresAtMs: number;
}

export interface CacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

interface Kept extends CacheEntry<unknown> {
  key: string;
  /** Up to this mark nothing that it shows had changed. */
  begun: number;
}

/**
 * Answers kept in this process until something that they show changes. An event makes every answer wrong that carries one of its topics at the
 * moment of the commit, before the writer hears of success; events of other processes do when they arrive. Whether an answer is wrong is looked at when it is asked for:
 * a page of tiles has eighty topics, and an index of them would weigh as much as the page.
 *
 * An answer that was read before a change and comes to be kept after it would stay wrong for ever, so `keep` needs the mark that `begin` gave
 * before reading, and keeps nothing that has changed since.
 *
 * A process that does not hear the others keeps nothing that an event could make wrong and gives nothing of that kind that it kept, until it hears again.
 * An answer without topics depends on no event: only its time ends it.
 */
export class TagCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Kept>();
  /** When each tag last changed, counted in changes. Forgotten from the oldest; what is forgotten counts as changed just then. */
  #changed = new Map<string, number>();
  #forgottenUpTo = 0;
  #changes = 0;
  #bytes = 0;
  #hits = 0;
  #misses = 0;
  #bus: Pick<Bus, 'hears'> = { hears: true };

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Listens to what this process commits and to what all processes publish. */
  follow(bus: Bus): void {
    const onEvents = (events: readonly { kind: string; topics: readonly string[] }[]) => {
      for (const event of events) this.drop([...event.topics, event.kind]);
    };
    bus.onCommit(onEvents);
    // What this process has committed is wrong here from then on: dropped once more when the relay tells of it, each page would be made twice.
    bus.onPublished((_, news) => onEvents(news));
    bus.onGap(() => this.clear());
    this.#bus = bus;
    bus.onHearing((hears) => {
      if (!hears) this.#clearTagged();
    });
  }

  /** Forgets all, and what is being read now for keeping as well. */
  clear(): void {
    this.#forgottenUpTo = ++this.#changes;
    this.#entries.clear();
    this.#changed.clear();
    this.#bytes = 0;
  }

  /** A mark to take before reading what may be kept. */
  begin(): number {
    return this.#changes;
  }

  find<T>(key: string, nowMs: number): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry || entry.expiresAtMs <= nowMs || this.#isWrong(entry)) {
      if (entry) this.#remove(entry);
      this.#misses++;
      return undefined;
    }
    // Insertion order is the order of use, so that the first key is the one to give up.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#hits++;
    return entry.value as T;
  }

  keep<T>(key: string, entry: CacheEntry<T>, begun: number): void {
    const isDeafTo = entry.tags.length > 0 && !this.#bus.hears;
    if (isDeafTo || entry.bytes > this.#maxBytes / 8 || this.changedSince(entry.tags, begun)) return;
    const before = this.#entries.get(key);
    if (before) this.#remove(before);
    this.#entries.set(key, { ...entry, key, begun: this.#changes });
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#remove(oldest);
    }
  }

  /** Whether any of these tags has changed since the mark; when in doubt, yes. */
  changedSince(tags: readonly string[], begun: number): boolean {
    if (begun < this.#forgottenUpTo) return true;
    return tags.some((tag) => (this.#changed.get(tag) ?? 0) > begun);
  }

  /** Makes wrong whatever shows one of these. */
  drop(tags: readonly string[]): void {
    this.#changes++;
    for (const tag of tags) {
      this.#changed.delete(tag);
      this.#changed.set(tag, this.#changes);
    }
    if (this.#changed.size > maxRemembered) this.#forgetOldest();
  }

  stats(): CacheStats {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#bytes };
  }

  /** A part of them at once: a map that gives up its first entry with each change walks over all that it gave up before. */
  #forgetOldest(): void {
    const most = maxRemembered * 0.75;
    for (const [tag, at] of this.#changed) {
      if (this.#changed.size <= most) break;
      this.#changed.delete(tag);
      this.#forgottenUpTo = at;
    }
  }

  /** Forgets all that an event could make wrong, and what is being read now as well. */
  #clearTagged(): void {
    this.#forgottenUpTo = ++this.#changes;
    this.#changed.clear();
    for (const entry of this.#entries.values()) if (entry.tags.length > 0) this.#remove(entry);
  }

  #remove(entry: Kept): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
  }

  /** What no event can make wrong never is. What has held until now need not be asked about the time before again. */
  #isWrong(entry: Kept): boolean {
    if (entry.tags.length === 0 || entry.begun === this.#changes) return false;
    if (this.changedSince(entry.tags, entry.begun)) return true;
    entry.begun = this.#changes;
    return false;
  }
}

const maxRemembered = 20_000;
