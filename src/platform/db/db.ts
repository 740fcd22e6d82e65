import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { noRoom } from './room.ts';

/** A handle that queries take first: the pool outside a transaction, the one connection inside. */
export type Db = NodePgDatabase<Record<string, never>>;

// Counts and amounts fit a JavaScript number; a bigint column past 2^53 would be a fault of ours.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

/**
 * Opens a pool. `max` is per process; PostgreSQL's own limit is shared by all of them. Where `hasRoom` says no, transactions are refused in words before they
 * begin; reads go on. A connection that does not answer a statement within `answerWithinMs` counts as dead: for work whose statements are all short. Default:
 * waits for as long as the network does.
 */
export function openDatabase(connectionString: string, log: Log, max = 16, hasRoom: () => boolean = () => true, answerWithinMs?: number): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    // A host that is gone says nothing: the network's own look finds it out.
    keepAlive: true,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without a listener a connection that dies while idle would end the whole process.
  let isClosing = false;
  const lost = (error: Error) => {
    // Closing, the server may be quicker to hang up than the driver: nothing is lost then.
    if (!isClosing) log.warn('a database connection was lost', { error: error.message });
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const db: Db = drizzle(pool);
  const begin = db.transaction.bind(db);
  db.transaction = (...work) => (hasRoom() ? begin(...work) : Promise.reject(noRoom()));
  return {
    pool,
    db,
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/**
 * The driver's connection under a transaction's handle. For the few statements of hot writes that are worth preparing (`{name, text, values}`):
 * drizzle sends raw SQL unnamed, so PostgreSQL would plan it anew each time.
 */
export function connectionOf(db: Db): pg.ClientBase {
  const { client } = (db as unknown as { session: { client: pg.ClientBase } }).session;
  return client;
}

/** The constraint that a database error broke, or null when it is another kind of error. Drizzle wraps the driver's error as `cause`. */
export function brokenConstraint(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string') return constraint;
  }
  return null;
}

/** Whether running the same transaction again can succeed: a serialization failure or a deadlock. */
export function isTransient(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (code === '40001' || code === '40P01') return true;
  }
  return false;
}

/** Whether the database could not be reached, or went away in the middle: nothing is wrong with the request, and a few seconds later it may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  // Drizzle wraps the driver's error, with the query beside it.
  const fault = error instanceof Error && 'query' in error ? error.cause : error;
  const { code, message } = (fault ?? {}) as { code?: unknown; message?: unknown };
  // An HTTP message that broke off, by Node's own words: a visitor who left in the middle of an upload, or a file's store.
  if (code === 'ECONNRESET' && (message === 'aborted' || message === 'socket hang up')) return false;
  // 57P0x: the server shuts down, has crashed or is not up yet; 08: the connection itself. Other companies' servers are never spoken to so barely.
  if (typeof code === 'string') return /^(57P0[1-3]|08\w{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/.test(code);
  return (
    typeof message === 'string' && /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a conn)/.test(message)
  );
}
