import type { NewEvent, StoredEvent } from './events.ts';

type CommitListener = (events: readonly NewEvent[]) => void;
type PublishListener = (events: readonly StoredEvent[]) => void;

/**
 * What this process hears. `onCommit` fires at once and only for writes of this process, before the writer's answer leaves, so that a cache here
 * is never behind what its own client was told. `onPublished` fires for events of all processes, in commit order, with positions.
 */
export class Bus {
  #commit = new Set<CommitListener>();
  #published = new Set<PublishListener>();
  #position = 0;

  /** The newest position that this process has heard: what is read from now on holds everything up to it. */
  get position(): number {
    return this.#position;
  }

  /** Where the relay begins to listen. */
  startAt(position: number): void {
    this.#position = position;
  }

  onCommit(listener: CommitListener): () => void {
    this.#commit.add(listener);
    return () => this.#commit.delete(listener);
  }

  onPublished(listener: PublishListener): () => void {
    this.#published.add(listener);
    return () => this.#published.delete(listener);
  }

  committed(events: readonly NewEvent[]): void {
    for (const listener of this.#commit) listener(events);
  }

  published(events: readonly StoredEvent[]): void {
    this.#position = events.at(-1)?.position ?? this.#position;
    for (const listener of this.#published) listener(events);
  }
}
