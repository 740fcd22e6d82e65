import type { NewEvent, StoredEvent } from './events.ts';

type CommitListener = (events: readonly NewEvent[]) => void;
/** `updates`: the events that `onCommit` did not deliver here. */
type PublishListener = (events: readonly StoredEvent[], updates: readonly StoredEvent[]) => void;

/** An event as it was stored, before it has a position. */
export type CommittedEvent = NewEvent & Partial<Pick<StoredEvent, 'at'>>;

/** Own events that wait for their position; beyond this number they are delivered twice. */
const maxOwnEvents = 10_000;

/**
 * The events that this process receives. `onCommit` fires at once, only for writes of this process, and before the
 * response is sent, so that a cache here is never older than its own client's last response. `onPublished` fires for
 * events of all processes, in commit order, with positions.
 */
export class Bus {
  readonly #commit = new Set<CommitListener>();
  readonly #published = new Set<PublishListener>();
  readonly #connection = new Set<(isConnected: boolean) => void>();
  readonly #gap = new Set<() => void>();
  /** Delivered by `onCommit` and not published yet; the count of each. */
  readonly #own = new Map<string, number>();
  readonly #onError: (error: unknown) => void;
  #position = 0;
  #isConnected = true;
  #disconnects = 0;

  /** `onError` receives what a listener throws: neither the writer nor the other listeners fail for it. */
  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  /** The newest position that this process has received: later reads see everything up to it. */
  get position(): number {
    return this.#position;
  }

  /**
   * Whether events of other processes arrive without delay. While they do not, nothing may be cached that they could
   * make stale. True where no relay runs: such a process (an admin command) ends before its caches could become stale.
   */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** How often the connection was lost. */
  get disconnects(): number {
    return this.#disconnects;
  }

  /** The position from which the relay reads. It calls `setConnected` once it has. */
  startAt(position: number): void {
    this.#position = position;
    this.#isConnected = false;
  }

  onCommit(listener: CommitListener): () => void {
    return added(this.#commit, listener);
  }

  onPublished(listener: PublishListener): () => void {
    return added(this.#published, listener);
  }

  /** Called when the connection is lost, and when it is back and all missed events were published. */
  onConnectionChange(listener: (isConnected: boolean) => void): () => void {
    return added(this.#connection, listener);
  }

  /**
   * Events were deleted before this process read them (it was suspended for longer than the outbox window): all that
   * was derived from events must be rebuilt.
   */
  onGap(listener: () => void): () => void {
    return added(this.#gap, listener);
  }

  committed(events: readonly CommittedEvent[]): void {
    if (this.#own.size > maxOwnEvents) this.#own.clear();
    // After a failure the events are delivered again when they are published, for the listener that failed.
    if (!this.#call(this.#commit, events)) return;
    for (const event of events) if (event.at) this.#own.set(keyOf(event), (this.#own.get(keyOf(event)) ?? 0) + 1);
  }

  published(events: readonly StoredEvent[]): void {
    this.#position = events.at(-1)?.position ?? this.#position;
    const updates = events.filter((event) => !this.#wasOwn(keyOf(event)));
    this.#call(this.#published, events, updates);
  }

  /** False when a listener failed. */
  #call<Args extends unknown[]>(listeners: Iterable<(...args: Args) => void>, ...args: Args): boolean {
    let isDone = true;
    for (const listener of listeners) {
      try {
        listener(...args);
      } catch (error) {
        isDone = false;
        this.#onError(error);
      }
    }
    return isDone;
  }

  #wasOwn(key: string): boolean {
    const count = this.#own.get(key) ?? 0;
    if (count > 1) this.#own.set(key, count - 1);
    else this.#own.delete(key);
    return count > 0;
  }

  setConnected(isConnected: boolean): void {
    if (this.#isConnected === isConnected) return;
    this.#isConnected = isConnected;
    if (!isConnected) this.#disconnects++;
    this.#call(this.#connection, isConnected);
  }

  gap(position: number): void {
    this.#position = position;
    this.#own.clear();
    this.#call(this.#gap);
  }
}

/**
 * Two processes may append the same event in the same millisecond; then the second delivery is skipped, which has the
 * same result.
 */
const keyOf = ({ kind, subject, version, at }: CommittedEvent) => `${kind} ${subject} ${version} ${at?.getTime()}`;

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
