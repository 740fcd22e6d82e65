import type { Actor } from '../../identity/sessions/actor.ts';
import type { StoredEvent } from '../../outbox/events.ts';

/** Event kind → what of it the channel may carry beyond `{id, version}`. */
export type Carries = Record<string, (event: StoredEvent, viewer: Actor | null) => Record<string, unknown> | null>;

/** One listener: a query of one connection, with the topics that it was granted. */
export interface Subscription {
  readonly id: string;
  readonly idJson: string;
  readonly topics: readonly string[];
  readonly viewer: Actor | null;
  /** When it was granted, by the product's clock. */
  readonly since: number;
  /** Called in the order of positions, for each event once. */
  deliver(event: StoredEvent, frame: EventEncoder): void;
  /** Tells what has no position and is worth nothing later. */
  sendEphemeral(frame: Buffer): void;
}

/** What somebody does at this moment: no event, nobody who comes later is told. */
export interface EphemeralMessage {
  topic: string;
  kind: 'typing';
  /** What it is about. */
  id: string;
  /** Whose doing it is: their own devices are not told. */
  memberId: string;
}

/** Writes an event as frames. Listeners with the same id and sight of it share one string. */
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

/** Who listens to what in this process, and the newest events that it has heard. */
export class Hub {
  readonly #byTopic = new Map<string, Set<Subscription>>();
  readonly #carries: Carries;
  readonly #keep: number;
  #recent: StoredEvent[] = [];
  #head = 0;

  constructor(carries: Carries, keep: number) {
    this.#carries = carries;
    this.#keep = keep;
  }

  /** The newest position that this process has passed on. */
  get head(): number {
    return this.#head;
  }

  /** What lies at or before `position` belongs to the past, which listeners read from the backlog. */
  startAt(position: number): void {
    if (position <= this.#head) return;
    this.#head = position;
    // What lies between was never passed on here: memory no longer answers "everything after N".
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
      // Only an unbroken run of positions answers "everything after N".
      if (event.position !== this.#head + 1) this.#recent = [];
      this.#head = event.position;
      this.#recent.push(event);
      this.#pass(event);
    }
    if (this.#recent.length > 2 * this.#keep) this.#recent = this.#recent.slice(-this.#keep);
  }

  /** Under the position that this process stands at: it moves nobody's place in the order of events. */
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

  /** The events in (after, upTo] on these topics, or null where memory does not reach back that far. */
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
