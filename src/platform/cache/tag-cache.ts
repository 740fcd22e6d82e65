import { LRUCache } from 'lru-cache';
import type { Bus } from '#platform/outbox/bus.ts';

export interface CacheEntry<T> {
  value: T;
  /** An estimate of the memory that the value takes. */
  bytes: number;
  /** Topics (`listing:ID`) whose next event makes the value stale. */
  tags: readonly string[];
  /** Milliseconds by the app's clock, from which on the value is not returned any more. */
  expiresAtMs: number;
}

export interface CacheStats {
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

interface StoredEntry extends CacheEntry<unknown> {
  /** The number of the last change before the value was read. */
  readAt: number;
}

/** Above this number of tags the one that changed longest ago is forgotten. */
const maxTags = 20_000;

/**
 * An LRU cache in this process whose entries are invalidated by events. Each event raises the version of its topics at
 * the commit, before the writer gets its answer; events of other processes do so when they arrive. `find` compares the
 * versions of an entry's tags with the moment at which its value was read.
 *
 * A value that was read before a change and is stored after it would be stale for ever, so `keep` takes the number that
 * `begin` returned before the read, and stores nothing whose tags have changed since.
 *
 * While a process is disconnected from the others it stores and returns only entries without tags.
 */
export class TagCache {
  readonly #entries: LRUCache<string, StoredEntry>;
  /** Tag → the number of its last change. Read by `peek`, so that its order is the order of changes. */
  readonly #versions: LRUCache<string, number>;
  /** Tags that are not remembered may have changed up to this number. */
  #forgottenAt = 0;
  #changes = 0;
  #hits = 0;
  #misses = 0;
  #bus: Pick<Bus, 'isConnected'> = { isConnected: true };

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
    this.#versions = new LRUCache({
      max: maxTags,
      dispose: (version, _, reason) => {
        if (reason === 'evict') this.#forgottenAt = version;
      },
    });
  }

  /** Follows what this process commits and what all processes publish. */
  follow(bus: Bus): void {
    const onEvents = (events: readonly { kind: string; topics: readonly string[] }[]) => {
      for (const event of events) this.drop([...event.topics, event.kind]);
    };
    bus.onCommit(onEvents);
    // Only events of other processes: those of this one were applied at their commit.
    bus.onPublished((_, updates) => onEvents(updates));
    bus.onGap(() => this.clear());
    this.#bus = bus;
    bus.onConnectionChange((isConnected) => {
      if (isConnected) return;
      this.#forgetVersions();
      for (const [key, { tags }] of [...this.#entries.entries()]) if (tags.length > 0) this.#entries.delete(key);
    });
  }

  /** Removes all entries. A value with tags that is being read now is not stored either. */
  clear(): void {
    this.#forgetVersions();
    this.#entries.clear();
  }

  /** The number to pass to `keep`, taken before the value is read. */
  begin(): number {
    return this.#changes;
  }

  find<T>(key: string, nowMs: number): T | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAtMs > nowMs && !this.changedSince(entry.tags, entry.readAt)) {
      this.#hits++;
      return entry.value as T;
    }
    this.#entries.delete(key);
    this.#misses++;
    return undefined;
  }

  /** Stores a value, unless one of its tags has changed since `begun` or it is larger than an eighth of the cache. */
  keep<T>(key: string, entry: CacheEntry<T>, begun: number): void {
    const isUnsafe = entry.tags.length > 0 && !this.#bus.isConnected;
    if (isUnsafe || this.changedSince(entry.tags, begun)) return;
    this.#entries.set(key, { ...entry, readAt: begun });
  }

  /**
   * Whether one of these tags has changed since `begin` returned this number; true also where that is not known any
   * more.
   */
  changedSince(tags: readonly string[], begun: number): boolean {
    if (tags.length === 0) return false;
    return begun < this.#forgottenAt || tags.some((tag) => (this.#versions.peek(tag) ?? 0) > begun);
  }

  /** Makes every entry with one of these tags stale. */
  drop(tags: readonly string[]): void {
    this.#changes++;
    for (const tag of tags) this.#versions.set(tag, this.#changes);
  }

  stats(): CacheStats {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  #forgetVersions(): void {
    this.#forgottenAt = ++this.#changes;
    this.#versions.clear();
  }
}
