import type { NewEvent, StoredEvent } from './events.ts';

type CommitListener = (events: readonly NewEvent[]) => void;
/** `news`: those of them that were not told here at their commit. */
type PublishListener = (events: readonly StoredEvent[], updates: readonly StoredEvent[]) => void;

/** An event as it was stored, before it has a position. */
export type CommittedEvent = NewEvent & Partial<Pick<StoredEvent, 'at'>>;

/** So many of this process's own wait for their position at most; of more it hears twice. */
const mostOwn = 10_000;

/**
 * What this process hears. `onCommit` fires at once and only for writes of this process, before the writer's answer
 * leaves, so that a cache here is never behind what its own client was told. `onPublished` fires for events of all
 * processes, in commit order, with positions.
 */
export class Bus {
  readonly #commit = new Set<CommitListener>();
  readonly #published = new Set<PublishListener>();
  readonly #hearing = new Set<(receives: boolean) => void>();
  readonly #gap = new Set<() => void>();
  /** Told here at their commit and not yet published, how often each. */
  readonly #own = new Map<string, number>();
  readonly #onError: (error: unknown) => void;
  #position = 0;
  #hears = true;
  #losses = 0;

  /**
   * `onError` receives what a listener throws: the event has happened, and neither its writer nor the other listeners
   * fail for it.
   */
  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  /** The newest position that this process has heard: what is read from now on holds everything up to it. */
  get position(): number {
    return this.#position;
  }

  /**
   * Whether news of other processes arrive here without delay. While they do not, nothing may be kept that they could
   * make wrong. True where no relay runs: such a process (an operator's command) ends before anything that it keeps
   * could age.
   */
  get hears(): boolean {
    return this.#hears;
  }

  /** How often the hearing was lost. */
  get losses(): number {
    return this.#losses;
  }

  /** Where the relay begins to listen; whether it hears it says later. */
  startAt(position: number): void {
    this.#position = position;
    this.#hears = false;
  }

  onCommit(listener: CommitListener): () => void {
    return added(this.#commit, listener);
  }

  onPublished(listener: PublishListener): () => void {
    return added(this.#published, listener);
  }

  /** Told when the hearing is lost, and when it is back and all that was missed has been published. */
  onSubscribed(listener: (receives: boolean) => void): () => void {
    return added(this.#hearing, listener);
  }

  /**
   * Events passed that will never be told here (this process slept for longer than the outbox reaches): whatever was
   * made from events is to be made anew.
   */
  onGap(listener: () => void): () => void {
    return added(this.#gap, listener);
  }

  committed(events: readonly CommittedEvent[]): void {
    if (this.#own.size > mostOwn) this.#own.clear();
    // After a failure the events are news once more when they are published: the listener that failed gets them again.
    if (!this.#call(this.#commit, events)) return;
    for (const event of events) if (event.at) this.#own.set(nameOf(event), (this.#own.get(nameOf(event)) ?? 0) + 1);
  }

  published(events: readonly StoredEvent[]): void {
    this.#position = events.at(-1)?.position ?? this.#position;
    const updates = events.filter((event) => !this.#wasOwn(nameOf(event)));
    this.#call(this.#published, events, updates);
  }

  /** Whether no listener failed. */
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

  #wasOwn(name: string): boolean {
    const notified = this.#own.get(name) ?? 0;
    if (notified > 1) this.#own.set(name, notified - 1);
    else this.#own.delete(name);
    return notified > 0;
  }

  hearing(receives: boolean): void {
    if (this.#hears === receives) return;
    this.#hears = receives;
    if (!receives) this.#losses++;
    this.#call(this.#hearing, receives);
  }

  gap(position: number): void {
    this.#position = position;
    this.#own.clear();
    this.#call(this.#gap);
  }
}

/**
 * Two processes may say the same of one thing in the same millisecond: then it is told once where it was told already,
 * which comes to the same.
 */
const nameOf = ({ kind, subject, version, at }: CommittedEvent) => `${kind} ${subject} ${version} ${at?.getTime()}`;

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
