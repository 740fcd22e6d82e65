import type pg from 'pg';
import { openDatabase } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import type { Bus } from './bus.ts';
import type { StoredEvent } from './events.ts';

export interface Relay {
  /** Relays whatever waits now; resolves when this process has heard all of it. */
  flush(): Promise<void>;
  /** The position of the newest event that this process has heard. */
  position(): number;
  close(): Promise<void>;
}

export interface RelayParts {
  databaseUrl: string;
  bus: Bus;
  pubsub: PubSub;
  log: Log;
}

const columns = 'position, kind, subject, version, topics, data, at';

/** Writes that come close together are relayed together: under load each would else cost a transaction of its own. */
const gatherMs = 5;
/**
 * What comes sooner after a turn waits so long from its beginning: while there is much to tell, a turn for each two or
 * three writes would cost as many statements as they do.
 */
const betweenMs = 25;

/** The wire may lose a word: the outbox is looked at this often without one. */
const lookMs = 400;
/** While the wire is down, looking is the only way to hear. */
const deafLookMs = 150;
/**
 * A process whose last look is this long past (a database that hangs, a machine that sleeps) can't say that it knows
 * the market.
 */
const staleMs = 2_000;

/** A connection that died without a word (a failover, a lost host) is given up after this and another is opened. */
const answerWithinMs = 5_000;

const updatesOf = 'outbox';

/**
 * Gives committed events their gapless position, in commit order, and tells every process about them.
 *
 * Ids are taken before a commit and become visible after it, so "id greater than N" would skip a slow transaction's
 * event. Positions are given afterwards, under the lock of one row, so they have no such holes. Any number of processes
 * may run this.
 *
 * The outbox is the truth and the wire only says when to look: with the wire down, lost or restarted each process reads
 * on from where it was. It also tells the bus whether this process hears at all.
 */
export async function startRelay({ databaseUrl, bus, pubsub: wire, log }: RelayParts): Promise<Relay> {
  // A connection of its own: news that wait for one behind a crowd of pages would make this process deaf just when its
  // caches help most.
  const { pool, close: closePool } = openDatabase(databaseUrl, log, 1, { answerWithinMs });
  let received = (await standing(pool)).last;
  bus.startAt(received);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let running: Promise<void> | null = null;
  let again = false;
  let deafSince: number | null = null;

  async function turn(): Promise<void> {
    const at = performance.now();
    let { last, waiting } = await standing(pool);
    if (waiting) {
      for (let moved = 500; moved === 500; ) ({ moved, last } = await assignPositions(pool));
      wire.publish(updatesOf, String(last));
    }
    while (received < last) {
      const fresh = await eventsAfter(pool, received, 500);
      const first = fresh[0]?.position;
      if (first !== received + 1) {
        // Swept before this process came to read it.
        log.warn('this process was away for longer than the outbox reaches', { heard: received, next: first ?? last });
        received = first === undefined ? last : first - 1;
        bus.gap(received);
      }
      if (fresh.length === 0) break;
      received = fresh.at(-1)?.position ?? received;
      bus.published(fresh);
    }
    lookedAt = at;
  }

  function poke(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await turn();
      } while (again && !closed);
    })()
      .catch((error) => log.warn('the outbox could not be relayed; it is tried again', { error }))
      .finally(() => {
        running = null;
        judge();
      });
    return running;
  }

  /** Says whether this process hears: its wire carries, and it knows the outbox as it was a moment ago. */
  function judge(): void {
    if (closed) return;
    const receives = wire.isUp && lookedAt > upSince && performance.now() - lookedAt < staleMs;
    if (receives === bus.hears) return;
    bus.hearing(receives);
    if (!receives) {
      deafSince = performance.now();
      log.warn('this process does not hear the others: it keeps no answers and pages until it does', {
        wire: wire.kind,
        isUp: wire.isUp,
      });
    } else if (deafSince !== null) {
      log.info('this process hears the others again', {
        wire: wire.kind,
        afterMs: Math.round(performance.now() - deafSince),
        position: received,
      });
    }
  }

  /**
   * Words said while the wire was down are lost: only a look that began after it was up again shows that nothing is
   * missed.
   */
  let upSince = wire.isUp ? performance.now() : Number.POSITIVE_INFINITY;
  const unwatch = wire.onChange((isUp) => {
    upSince = isUp ? performance.now() : Number.POSITIVE_INFINITY;
    judge();
    void poke();
  });
  const silence = wire.subscribe(updatesOf, (position) => {
    if (!(Number(position) <= received)) void poke();
  });
  let gathering: NodeJS.Timeout | null = null;
  const stopCommits = bus.onCommit(() => {
    gathering ??= setTimeout(
      () => {
        gathering = null;
        void poke();
      },
      Math.max(gatherMs, lookedAt + betweenMs - performance.now()),
    );
  });
  let nextLook: NodeJS.Timeout | null = null;
  const lookOn = () => {
    nextLook = setTimeout(
      () => {
        judge();
        if (!running) void poke();
        lookOn();
      },
      wire.isUp ? lookMs : deafLookMs,
    ).unref();
  };
  await poke();
  lookOn();

  return {
    // A poke under way may have read before the caller's write: a second one is sure to see it.
    flush: async () => {
      await poke();
      await poke();
    },
    position: () => received,
    close: async () => {
      closed = true;
      for (const stop of [unwatch, silence, stopCommits]) stop();
      if (nextLook) clearTimeout(nextLook);
      if (gathering) clearTimeout(gathering);
      await running;
      await closePool();
    },
  };
}

/** Reads published events after a position, in order; the live channel resumes with it too. */
export async function eventsAfter(
  pool: pg.Pool,
  position: number,
  limit: number,
  topics?: readonly string[],
): Promise<StoredEvent[]> {
  const { rows } = topics
    ? await pool.query<StoredEvent>(
        `select ${columns} from outbox_event where position > $1 and topics && $3 order by position limit $2`,
        [position, limit, topics],
      )
    : await pool.query<StoredEvent>(
        `select ${columns} from outbox_event where position > $1 order by position limit $2`,
        [position, limit],
      );
  return rows;
}

/**
 * The last position given, and whether events wait for theirs. One cheap statement, since it is asked again and again.
 */
async function standing(pool: pg.Pool): Promise<{ last: number; waiting: boolean }> {
  const { rows } = await pool.query<{ last: number; waiting: boolean }>({
    name: 'outbox-standing',
    text: 'select last_position as last, exists (select 1 from outbox_event where position is null) as waiting from outbox_relay',
  });
  return rows[0] ?? { last: 0, waiting: false };
}

const givePositions = `
  with moved as (
    update outbox_event set position = $1 + waiting.rank
    from (select id, row_number() over (order by id) as rank from (select id from outbox_event where position is null order by id limit 500) w) waiting
    where outbox_event.id = waiting.id returning 1),
  counted as (select count(*)::int as moved from moved)
  update outbox_relay set last_position = $1 + counted.moved from counted returning counted.moved`;

async function assignPositions(pool: pg.Pool): Promise<{ moved: number; last: number }> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ last_position: number }>({
      name: 'outbox-lock-positions',
      text: 'select last_position from outbox_relay for update',
    });
    const before = rows[0]?.last_position ?? 0;
    // A statement of its own, begun when the lock was had: what the first one saw may be older than the last process's
    // turn.
    const given = await client.query<{ moved: number }>({
      name: 'outbox-give-positions',
      text: givePositions,
      values: [before],
    });
    await client.query('commit');
    const moved = given.rows[0]?.moved ?? 0;
    isBroken = false;
    return { moved, last: before + moved };
  } finally {
    // The transaction ends with its connection: one that died would answer no rollback either.
    client.release(isBroken);
  }
}
