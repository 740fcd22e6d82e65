import { LRUCache } from 'lru-cache';
import type { Bus } from '#platform/outbox/bus.ts';

export interface CacheEntry<T> {
  value: T;
  /** An estimate of the memory that the value takes. */
  bytes: number;
  /** Topics (`listing:ID`) whose next event makes the value stale. */
  tags: readonly string[];
  /** Milliseconds of the app's clock, from which on the value is no longer returned. */
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

/** Above this number of tags the one that changed longest ago is evicted. */
const maxTags = 20_000;

/**
 * An LRU cache in this process whose entries are invalidated by events. Each event raises the version of its topics at
 * the commit, before the writer gets its answer; events of other processes do so when they arrive. `find` compares the
 * versions of an entry's tags with the time of its read.
 *
 * A value that was read before a change and stored after it would be stale for ever, so `store` takes the number that
 * `begin` returned before the read, and stores nothing whose tags have changed since.
 *
 * While a process is disconnected from the others it stores and returns only entries without tags.
 */
export class TagCache {
  readonly #entries: LRUCache<string, StoredEntry>;
  /** Tag → the number of its last change. Read by `peek`, so that its order is the order of changes. */
  readonly #versions: LRUCache<string, number>;
  /** Evicted tags may have changed up to this number. */
  #evictedAt = 0;
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
        if (reason === 'evict') this.#evictedAt = version;
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
      this.#clearVersions();
      for (const [key, { tags }] of [...this.#entries.entries()]) if (tags.length > 0) this.#entries.delete(key);
    });
  }

  /** Removes all entries. A value with tags that is being read now is not stored. */
  clear(): void {
    this.#clearVersions();
    this.#entries.clear();
  }

  /** The number to pass to `store`, taken before the value is read. */
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

  /** Stores a value, unless one of its tags has changed since `readAt` or it is larger than an eighth of the cache. */
  store<T>(key: string, entry: CacheEntry<T>, readAt: number): void {
    const isUnsafe = entry.tags.length > 0 && !this.#bus.isConnected;
    if (isUnsafe || this.changedSince(entry.tags, readAt)) return;
    this.#entries.set(key, { ...entry, readAt });
  }

  /** Whether one of these tags has changed since `begin` returned `readAt`; true also where that is no longer known. */
  changedSince(tags: readonly string[], readAt: number): boolean {
    if (tags.length === 0) return false;
    return readAt < this.#evictedAt || tags.some((tag) => (this.#versions.peek(tag) ?? 0) > readAt);
  }

  /** Makes every entry with one of these tags stale. */
  drop(tags: readonly string[]): void {
    this.#changes++;
    for (const tag of tags) this.#versions.set(tag, this.#changes);
  }

  stats(): CacheStats {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  #clearVersions(): void {
    this.#evictedAt = ++this.#changes;
    this.#versions.clear();
  }
}
