import type { Actor } from '../../identity/sessions/actor.ts';
import type { StoredEvent } from '../../outbox/events.ts';

/** Event kind → the fields that the channel may send beyond `{id, version}`. */
export type Carries = Record<string, (event: StoredEvent, viewer: Actor | null) => Record<string, unknown> | null>;

/** A query of one connection with its granted topics. */
export interface Subscription {
  readonly id: string;
  readonly idJson: string;
  readonly topics: readonly string[];
  readonly viewer: Actor | null;
  /** When it was granted, in milliseconds of the app's clock. */
  readonly since: number;
  /** Called once per event, in order of positions. */
  deliver(event: StoredEvent, frame: EventEncoder): void;
  /** Sends a frame that has no position and is never replayed. */
  sendEphemeral(frame: Buffer): void;
}

/** An ephemeral notice: not stored, not replayed. */
export interface EphemeralMessage {
  topic: string;
  kind: 'typing';
  /** The id of its subject. */
  id: string;
  /** The acting member, whose own devices are skipped. */
  memberId: string;
}

/** Encodes an event as frames. Listeners with the same id and the same view of the event share one buffer. */
export class EventEncoder {
  readonly #event: StoredEvent;
  readonly #carry: Carries[string] | undefined;
  readonly #frames = new Map<string, Buffer>();

  constructor(event: StoredEvent, carries: Carries) {
    this.#event = event;
    this.#carry = carries[event.kind];
  }

  for(subscription: Pick<Subscription, 'idJson' | 'viewer'>): Buffer {
    const key = this.#carry ? `${subscription.viewer?.id ?? ''} ${subscription.idJson}` : subscription.idJson;
    let frame = this.#frames.get(key);
    if (!frame) {
      const { position, kind, subject, version } = this.#event;
      const data = { ...this.#carry?.(this.#event, subscription.viewer), id: subject, version };
      frame = Buffer.from(
        `{"type":"event","eventId":${position},"subscription":${subscription.idJson},"kind":${JSON.stringify(kind)},"data":${JSON.stringify(data)}}`,
      );
      this.#frames.set(key, frame);
    }
    return frame;
  }
}

/** The listeners of this process by topic, and its newest events. */
export class Hub {
  readonly #byTopic = new Map<string, Set<Subscription>>();
  readonly #carries: Carries;
  readonly #cacheSize: number;
  #recent: StoredEvent[] = [];
  #head = 0;

  constructor(carries: Carries, cacheSize: number) {
    this.#carries = carries;
    this.#cacheSize = cacheSize;
  }

  /** The newest position that this process has published. */
  get head(): number {
    return this.#head;
  }

  /** Sets the position up to which listeners read from the backlog. */
  startAt(position: number): void {
    if (position <= this.#head) return;
    this.#head = position;
    // Skipped positions were never published here, so the cache no longer holds all events after N.
    this.#recent = [];
  }

  add(subscription: Subscription): void {
    for (const topic of subscription.topics) {
      const listeners = this.#byTopic.get(topic);
      if (listeners) listeners.add(subscription);
      else this.#byTopic.set(topic, new Set([subscription]));
    }
  }

  remove(subscription: Subscription): void {
    for (const topic of subscription.topics) {
      const listeners = this.#byTopic.get(topic);
      if (listeners?.delete(subscription) && listeners.size === 0) this.#byTopic.delete(topic);
    }
  }

  encode(event: StoredEvent): EventEncoder {
    return new EventEncoder(event, this.#carries);
  }

  publish(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.position <= this.#head) continue;
      // Only an unbroken run of positions holds all events after N.
      if (event.position !== this.#head + 1) this.#recent = [];
      this.#head = event.position;
      this.#recent.push(event);
      this.#pass(event);
    }
    if (this.#recent.length > 2 * this.#cacheSize) this.#recent = this.#recent.slice(-this.#cacheSize);
  }

  /** Carries the process's own position, so it changes no client's position. */
  sendEphemeral({ topic, kind, id, memberId }: EphemeralMessage): void {
    for (const subscription of this.#byTopic.get(topic) ?? []) {
      if (subscription.viewer?.id === memberId) continue;
      const frame = {
        type: 'event',
        eventId: this.#head,
        subscription: subscription.id,
        kind,
        data: { memberId, id, version: 0 },
      };
      subscription.sendEphemeral(Buffer.from(JSON.stringify(frame)));
    }
  }

  /** The events in (after, upTo] on these topics, or null where the cache does not reach back that far. */
  recent(after: number, upTo: number, topics: readonly string[]): StoredEvent[] | null {
    const first = this.#recent[0]?.position ?? this.#head + 1;
    if (after + 1 < first) return null;
    return this.#recent
      .slice(after + 1 - first, upTo + 1 - first)
      .filter((event) => event.topics.some((topic) => topics.includes(topic)));
  }

  #pass(event: StoredEvent): void {
    let encoder: EventEncoder | undefined;
    const reached = event.topics.length > 1 ? new Set<Subscription>() : null;
    for (const topic of event.topics) {
      for (const subscription of this.#byTopic.get(topic) ?? []) {
        if (reached?.has(subscription)) continue;
        reached?.add(subscription);
        encoder ??= this.encode(event);
        subscription.deliver(event, encoder);
      }
    }
  }
}
