import type pg from 'pg';
import type { StoredEvent } from '../../outbox/events.ts';
import { eventsAfter } from '../../outbox/relay.ts';
import type { RealtimeLimits } from '../protocol/limits.ts';
import type { Hub } from './hub.ts';

/**
 * The events that a listener missed: from the hub's memory where it reaches back far enough, otherwise from the outbox.
 */
export class Backlog {
  readonly #pool: pg.Pool;
  readonly #hub: Hub;
  readonly #limits: Pick<RealtimeLimits, 'resumeWindow' | 'backlogPage'>;

  constructor(pool: pg.Pool, hub: Hub, limits: Pick<RealtimeLimits, 'resumeWindow' | 'backlogPage'>) {
    this.#pool = pool;
    this.#hub = hub;
    this.#limits = limits;
  }

  /** The newest position in the outbox, given by any process. */
  async newest(): Promise<number> {
    const { rows } = await this.#pool.query<{ last_position: number }>('select last_position from outbox_relay');
    return rows[0]?.last_position ?? 0;
  }

  /** Whether all events after `position` are still available. */
  async reaches(position: number): Promise<boolean> {
    // A client that comes from another process may be ahead of this one, but never of the outbox.
    if (position > this.#hub.head) return position <= (await this.newest());
    if (this.#hub.head - position > this.#limits.resumeWindow) return false;
    if (this.#hub.recent(position, position, [])) return true;
    const { rows } = await this.#pool.query<{ oldest: number | null }>(
      'select min(position) as oldest from outbox_event',
    );
    return (rows[0]?.oldest ?? this.#hub.head + 1) <= position + 1;
  }

  /** The events in (after, upTo] on these topics, in order, page by page. */
  async *between(after: number, upTo: number, topics: readonly string[]): AsyncGenerator<StoredEvent[]> {
    if (after >= upTo) return;
    const recent = this.#hub.recent(after, upTo, topics);
    if (recent) {
      yield recent;
      return;
    }
    for (let from = after; ; ) {
      const page = await eventsAfter(this.#pool, from, this.#limits.backlogPage, topics);
      const wanted = page.filter((event) => event.position <= upTo);
      if (wanted.length > 0) yield wanted;
      const last = page.at(-1);
      if (!last || wanted.length < page.length || page.length < this.#limits.backlogPage) return;
      from = last.position;
    }
  }
}
