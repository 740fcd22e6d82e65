import type { Actor } from '../../identity/sessions/actor.ts';
import type { StoredEvent } from '../../outbox/events.ts';
import type { EventEncoder, Subscription } from './hub.ts';

interface Consumer {
  push(frame: Buffer): void;
  end(reason: 'slow_consumer', message: string): void;
}

/** Live events that are buffered while the backlog is sent. */
const maxWaiting = 5_000;

/** One subscription. Live events wait until the backlog before them has been sent, so that order holds. */
export class Listener implements Subscription {
  readonly id: string;
  readonly idJson: string;
  readonly topics: readonly string[];
  readonly viewer: Actor | null;
  readonly since: number;
  readonly #isOver: () => boolean;
  readonly #after: number;
  readonly #consumer: Consumer;
  readonly #afterEvent: (() => void) | undefined;
  #waiting: Buffer[] | null = [];

  constructor(
    of: {
      id: string;
      topics: readonly string[];
      isOver: () => boolean;
      viewer: Actor | null;
      since: number;
      after: number;
      afterEvent?: (() => void) | undefined;
    },
    consumer: Consumer,
  ) {
    this.id = of.id;
    this.idJson = JSON.stringify(of.id);
    this.topics = of.topics;
    this.#isOver = of.isOver;
    this.viewer = of.viewer;
    this.since = of.since;
    this.#after = of.after;
    this.#afterEvent = of.afterEvent;
    this.#consumer = consumer;
  }

  deliver(event: StoredEvent, frame: EventEncoder): void {
    // A client that comes from a faster process may have received this event already.
    if (event.position <= this.#after || this.#isOver()) return;
    const bytes = frame.for(this);
    if (!this.#waiting) {
      this.#consumer.push(bytes);
      this.#afterEvent?.();
    } else if (this.#waiting.length < maxWaiting) this.#waiting.push(bytes);
    else this.#consumer.end('slow_consumer', 'Events were read too slowly. Connect again with lastEventId.');
  }

  sendEphemeral(frame: Buffer): void {
    if (!this.#waiting && !this.#isOver()) this.#consumer.push(frame);
  }

  /** `hasMissed`: the backlog contained events for this listener. */
  goLive(hasMissed: boolean): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const bytes of waiting) this.#consumer.push(bytes);
    if (hasMissed || waiting.length > 0) this.#afterEvent?.();
  }
}
