import type { NewEvent, StoredEvent } from './events.ts';

type CommitListener = (events: readonly NewEvent[]) => void;
type PublishListener = (events: readonly StoredEvent[]) => void;

/**
 * What this process hears. `onCommit` fires at once and only for writes of this process, before the writer's answer leaves, so that a cache here
 * is never behind what its own client was told. `onPublished` fires for events of all processes, in commit order, with positions.
 */
export class Bus {
  readonly #commit = new Set<CommitListener>();
  readonly #published = new Set<PublishListener>();
  readonly #hearing = new Set<(hears: boolean) => void>();
  readonly #gap = new Set<() => void>();
  #position = 0;
  #hears = true;
  #losses = 0;

  /** The newest position that this process has heard: what is read from now on holds everything up to it. */
  get position(): number {
    return this.#position;
  }

  /**
   * Whether news of other processes arrive here without delay. While they do not, nothing may be kept that they could make wrong. True where no relay
   * runs: such a process (an operator's command) ends before anything that it keeps could age.
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
  onHearing(listener: (hears: boolean) => void): () => void {
    return added(this.#hearing, listener);
  }

  /** Events passed that will never be told here (this process slept for longer than the outbox reaches): whatever was made from events is to be made anew. */
  onGap(listener: () => void): () => void {
    return added(this.#gap, listener);
  }

  committed(events: readonly NewEvent[]): void {
    for (const listener of this.#commit) listener(events);
  }

  published(events: readonly StoredEvent[]): void {
    this.#position = events.at(-1)?.position ?? this.#position;
    for (const listener of this.#published) listener(events);
  }

  hearing(hears: boolean): void {
    if (this.#hears === hears) return;
    this.#hears = hears;
    if (!hears) this.#losses++;
    for (const listener of this.#hearing) listener(hears);
  }

  gap(position: number): void {
    this.#position = position;
    for (const listener of this.#gap) listener();
  }
}

function added<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
