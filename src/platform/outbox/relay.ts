import type pg from 'pg';
import { openDatabase } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import type { Bus } from './bus.ts';
import type { StoredEvent } from './events.ts';

export interface Relay {
  /** Relays all waiting events; resolves when this process has received them. */
  flush(): Promise<void>;
  /** The position of the newest event that this process has received. */
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

/** Debounce: writes in quick succession are relayed together; under load each would cost its own transaction. */
const debounceMs = 5;
/**
 * Minimum interval between runs: under load, a run for every two or three writes would cost as many statements as the
 * writes.
 */
const betweenMs = 25;

/** Pub/sub may lose a message: the outbox is polled this often without one. */
const pollMs = 400;
/** While pub/sub is down, polling is the only way. */
const disconnectedPollMs = 150;
/** A process whose last poll is older (a database that hangs, a machine that was suspended) is not connected. */
const staleMs = 2_000;

/** A connection that died silently (failover, lost host) is replaced after this time. */
const answerWithinMs = 5_000;

const channel = 'outbox';

/**
 * Assigns gapless positions to committed events, in commit order, and notifies every process.
 *
 * Ids are taken before a commit and become visible after it, so "id greater than N" would skip the event of a slow
 * transaction. Positions are assigned afterwards, under the lock of one row, so they have no such gaps. Any number of
 * processes may run this.
 *
 * The outbox is the source of truth and pub/sub only says when to read: with pub/sub down, lost or restarted each
 * process reads on from its position. The relay also tracks for the bus whether this process is connected.
 */
export async function startRelay({ databaseUrl, bus, pubsub, log }: RelayParts): Promise<Relay> {
  // Its own connection: behind many page requests in the pool, events would arrive late just when the caches help most.
  const { pool, close: closePool } = openDatabase(databaseUrl, log, 1, { answerWithinMs });
  let received = (await readState(pool)).last;
  bus.startAt(received);
  let polledAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  let running: Promise<void> | null = null;
  let again = false;
  let disconnectedAt: number | null = null;

  async function run(): Promise<void> {
    const at = performance.now();
    let { last, waiting } = await readState(pool);
    if (waiting) {
      for (let moved = 500; moved === 500; ) ({ moved, last } = await assignPositions(pool));
      pubsub.publish(channel, String(last));
    }
    while (received < last) {
      const fresh = await eventsAfter(pool, received, 500);
      const first = fresh[0]?.position;
      if (first !== received + 1) {
        // Swept before this process read it.
        log.warn('events were deleted before this process read them', { received, next: first ?? last });
        received = first === undefined ? last : first - 1;
        bus.gap(received);
      }
      if (fresh.length === 0) break;
      received = fresh.at(-1)?.position ?? received;
      bus.published(fresh);
    }
    polledAt = at;
  }

  function poll(): Promise<void> {
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await run();
      } while (again && !closed);
    })()
      .catch((error) => log.warn('the outbox could not be relayed; it is tried again', { error }))
      .finally(() => {
        running = null;
        checkConnection();
      });
    return running;
  }

  /** Connected: pub/sub is up, and the last poll is recent. */
  function checkConnection(): void {
    if (closed) return;
    const isConnected = pubsub.isUp && polledAt > upSince && performance.now() - polledAt < staleMs;
    if (isConnected === bus.isConnected) return;
    bus.setConnected(isConnected);
    if (!isConnected) {
      disconnectedAt = performance.now();
      log.warn(
        'this process does not receive the events of the others: it caches nothing that they change until it does',
        {
          wire: pubsub.kind,
          isUp: pubsub.isUp,
        },
      );
    } else if (disconnectedAt !== null) {
      log.info('this process receives the events of the others again', {
        wire: pubsub.kind,
        afterMs: Math.round(performance.now() - disconnectedAt),
        position: received,
      });
    }
  }

  /**
   * Messages are lost while pub/sub is down: only a poll that started after it was up again shows that nothing is
   * missed.
   */
  let upSince = pubsub.isUp ? performance.now() : Number.POSITIVE_INFINITY;
  const unwatch = pubsub.onChange((isUp) => {
    upSince = isUp ? performance.now() : Number.POSITIVE_INFINITY;
    checkConnection();
    void poll();
  });
  const unsubscribe = pubsub.subscribe(channel, (position) => {
    if (!(Number(position) <= received)) void poll();
  });
  let debounce: NodeJS.Timeout | null = null;
  const stopCommits = bus.onCommit(() => {
    debounce ??= setTimeout(
      () => {
        debounce = null;
        void poll();
      },
      Math.max(debounceMs, polledAt + betweenMs - performance.now()),
    );
  });
  let nextPoll: NodeJS.Timeout | null = null;
  const pollLater = () => {
    nextPoll = setTimeout(
      () => {
        checkConnection();
        if (!running) void poll();
        pollLater();
      },
      pubsub.isUp ? pollMs : disconnectedPollMs,
    ).unref();
  };
  await poll();
  pollLater();

  return {
    // A running poll may have read before the caller's write; a second one sees it for sure.
    flush: async () => {
      await poll();
      await poll();
    },
    position: () => received,
    close: async () => {
      closed = true;
      for (const stop of [unwatch, unsubscribe, stopCommits]) stop();
      if (nextPoll) clearTimeout(nextPoll);
      if (debounce) clearTimeout(debounce);
      await running;
      await closePool();
    },
  };
}

/** Published events after a position, in order, for the relay and for resuming the live channel. */
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

/** The last assigned position, and whether events wait for theirs. One cheap statement, since every poll runs it. */
async function readState(pool: pg.Pool): Promise<{ last: number; waiting: boolean }> {
  const { rows } = await pool.query<{ last: number; waiting: boolean }>({
    name: 'outbox-state',
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
    // A separate statement, started under the lock: the snapshot of the first may be older than the last run of another
    // process.
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
    // The transaction ends with its connection: a dead connection would not answer a rollback either.
    client.release(isBroken);
  }
}
