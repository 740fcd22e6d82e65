import pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import type { Bus } from './bus.ts';
import type { StoredEvent } from './events.ts';

export interface Relay {
  /** Relays whatever waits now; resolves when this process has heard all of it. */
  flush(): Promise<void>;
  /** The position of the newest event that this process has heard. */
  position(): number;
  close(): Promise<void>;
}

const columns = 'position, kind, subject, version, topics, data, at';
/** Notifications can be lost with their connection; this bounds how long an event may then wait. */
const sweepMs = 1_000;

/** Writes that come close together are relayed together: under load each would else cost a transaction of its own. */
const gatherMs = 5;

/**
 * Gives committed events their gapless position, in commit order, and tells every process about them.
 *
 * Ids are taken before a commit and become visible after it, so "id greater than N" would skip a slow transaction's event.
 * Positions are given afterwards, under the lock of one row, so they have no such holes. Any number of processes may run this.
 */
export async function startRelay(connectionString: string, pool: pg.Pool, bus: Bus, log: Log): Promise<Relay> {
  const { rows } = await pool.query<{ last_position: number }>('select last_position from outbox_relay');
  let heard = rows[0]?.last_position ?? 0;
  bus.startAt(heard);
  let closed = false;
  let running: Promise<void> | null = null;
  let again = false;

  async function turn(): Promise<void> {
    for (let moved = 500; moved === 500; ) moved = await assignPositions(pool);
    for (let read = 500; read === 500; ) {
      const fresh = await eventsAfter(pool, heard, 500);
      read = fresh.length;
      const last = fresh.at(-1);
      if (!last) break;
      heard = last.position;
      bus.published(fresh);
    }
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
      .catch((error) => log.warn('the outbox could not be relayed; it is tried again', { error: String(error) }))
      .finally(() => {
        running = null;
      });
    return running;
  }

  let waiting: NodeJS.Timeout | null = null;
  const listener = listen(connectionString, log, () => {
    waiting ??= setTimeout(() => {
      waiting = null;
      void poke();
    }, gatherMs);
  });
  const sweep = setInterval(() => void poke(), sweepMs);
  sweep.unref();
  await poke();

  return {
    // A poke under way may have read before the caller's write: a second one is sure to see it.
    flush: async () => {
      await poke();
      await poke();
    },
    position: () => heard,
    close: async () => {
      closed = true;
      clearInterval(sweep);
      if (waiting) clearTimeout(waiting);
      await listener.close();
      await running;
    },
  };
}

/** Reads published events after a position, in order; the live channel resumes with it too. */
export async function eventsAfter(pool: pg.Pool, position: number, limit: number, topics?: readonly string[]): Promise<StoredEvent[]> {
  const { rows } = topics
    ? await pool.query<StoredEvent>(`select ${columns} from outbox_event where position > $1 and topics && $3 order by position limit $2`, [
        position,
        limit,
        topics,
      ])
    : await pool.query<StoredEvent>(`select ${columns} from outbox_event where position > $1 order by position limit $2`, [position, limit]);
  return rows;
}

async function assignPositions(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ last_position: number }>('select last_position from outbox_relay for update');
    const last = rows[0]?.last_position ?? 0;
    const { rowCount } = await client.query(
      `update outbox_event set position = $1 + waiting.rank
       from (select id, row_number() over (order by id) as rank from (select id from outbox_event where position is null order by id limit 500) w) waiting
       where outbox_event.id = waiting.id`,
      [last],
    );
    const moved = rowCount ?? 0;
    if (moved > 0) {
      await client.query('update outbox_relay set last_position = $1', [last + moved]);
      await client.query("select pg_notify('outbox_published', '')");
    }
    await client.query('commit');
    return moved;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** A connection of its own for LISTEN, opened again when it is lost. */
function listen(connectionString: string, log: Log, onNotify: () => void): { close(): Promise<void> } {
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString });
    client = fresh;
    const lost = (error?: Error) => {
      if (closed || client !== fresh) return;
      client = null;
      if (error) log.warn('the outbox listener lost its connection', { error: error.message });
      timer = setTimeout(() => void connect(), 500);
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost());
    fresh.on('notification', onNotify);
    try {
      await fresh.connect();
      await fresh.query('listen outbox_added');
      await fresh.query('listen outbox_published');
      onNotify();
    } catch (error) {
      lost(error as Error);
    }
  }

  void connect();
  return {
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
