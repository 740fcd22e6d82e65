import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { Connection, isUnanswered } from './connection.ts';
import { noSpace } from './embedded/disk-space.ts';
import { watchPulse } from './pulse.ts';

/** A query handle: the pool outside a transaction, its connection inside. */
export type Db = NodePgDatabase<Record<string, never>>;

// Counts and amounts fit a JavaScript number; a bigint above 2^53 would be a bug.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** While it returns false, transactions are refused before they begin (507); reads go on. Default: always true. */
  hasSpace?: (() => boolean) | undefined;
  /**
   * Timeout of a statement, after which its connection is closed too. Default: slightly more than the server's own
   * limit (`statement_timeout`), which ends a slow statement in order; ours is for a connection that died silently. For
   * one statement: `query_timeout` beside its text.
   */
  answerWithinMs?: number;
  /** Runs a health check of the server; while it does not answer, queries fail at once instead of waiting. */
  isWatched?: boolean;
}

/** Default timeouts of a statement: at the server, and of its connection. */
const serverLimitMs = 15_000;
const answerLimitMs = 17_000;
/**
 * For a free slot in the pool, or a new connection: with the three seconds of the health check this is the longest wait
 * on a frozen server.
 */
const connectLimitMs = 4_000;

/** Opens a pool. `max` is per process; PostgreSQL's own limit is shared by all of them. */
export function openDatabase(connectionString: string, log: Log, max = 16, options: DatabaseOptions = {}): Database {
  const { hasSpace = () => true, answerWithinMs = answerLimitMs, isWatched = false } = options;
  const open = new Set<Connection>();
  let isSilent = false;
  let answers = 0;
  class TrackedConnection extends Connection {
    constructor(config: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.onAnswer = () => answers++;
      this.once('end', () => open.delete(this));
      // A request that waits for a slot in the pool gets a new connection, and fails on it at once.
      if (isSilent) setImmediate(() => this.cut());
    }
  }
  const pool = new pg.Pool({
    connectionString,
    // The type omits that the pool passes its own options on.
    Client: TrackedConnection as unknown as new () => pg.ClientBase,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectLimitMs,
    // A lost host sends nothing: TCP keep-alive detects it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: answerWithinMs,
    statement_timeout: serverLimitMs,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without a listener a connection that dies while idle would end the whole process.
  let isClosing = false;
  const lost = (error: Error) => {
    // The server may close before the driver while the pool is closing: that is no loss.
    if (!isClosing) log.warn('a database connection was lost', { error });
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const watch = isWatched
    ? watchPulse(connectionString, {
        silent: () => {
          log.error('the database does not answer: requests are refused until it does');
          isSilent = true;
          for (const connection of open) connection.cut();
        },
        back: () => {
          log.warn('the database answers again');
          isSilent = false;
        },
        answers: () => answers,
      })
    : null;
  const db: Db = drizzle(pool);
  // Drizzle's own `transaction` leaks the pool's slot when `begin` fails on a lost server, and closing the pool would
  // wait for it for ever.
  db.transaction = async (...work) => {
    if (!hasSpace()) throw noSpace();
    const connection = await pool.connect();
    try {
      return await handleOf(connection).transaction(...work);
    } finally {
      connection.release();
    }
  };
  return {
    pool,
    db,
    close: async () => {
      isClosing = true;
      await watch?.stop();
      await pool.end();
    },
  };
}

/** A handle of one connection, for several statements outside a transaction of ours. */
export function handleOf(connection: pg.PoolClient): Db {
  return drizzle(connection);
}

/**
 * The driver's connection of a transaction's handle, for the few statements of hot writes that are worth preparing
 * (`{name, text, values}`): drizzle sends raw SQL unnamed, so PostgreSQL would plan it each time.
 */
export function connectionOf(db: Db): pg.ClientBase {
  const { client } = (db as unknown as { session: { client: pg.ClientBase } }).session;
  return client;
}

/**
 * Runs several reads: in parallel on the pool, one after the other in a transaction. A connection answers in order
 * anyway, and the driver warns of queries in parallel (and refuses them from version 9 on).
 */
export async function readTogether<T extends readonly (() => PromiseLike<unknown>)[]>(
  db: Db,
  ...reads: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const found: unknown[] = [];
  if (connectionOf(db) instanceof pg.Pool) found.push(...(await Promise.all(reads.map((read) => read()))));
  else for (const read of reads) found.push(await read());
  return found as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

/**
 * The constraint that a database error violates; null for any other error. Drizzle wraps the driver's error as `cause`.
 */
export function brokenConstraint(error: unknown): string | null {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const { code, constraint } = at as { code?: unknown; constraint?: unknown };
    if (typeof code === 'string' && code.startsWith('23') && typeof constraint === 'string') return constraint;
  }
  return null;
}

/** Whether running the transaction again can succeed: a serialization failure or a deadlock. */
export function isTransient(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 4; at = (at as { cause?: unknown }).cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (code === '40001' || code === '40P01') return true;
  }
  return false;
}

/**
 * Whether the database was unreachable, or went away in the middle: nothing is wrong with the request, and a retry in a
 * few seconds may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  // Drizzle wraps the driver's error, with the query beside it.
  const fault = error instanceof Error && 'query' in error ? error.cause : error;
  const { code, message } = (fault ?? {}) as { code?: unknown; message?: unknown };
  // Node's messages for an aborted HTTP message: a visitor who left during an upload, or the object store.
  if (code === 'ECONNRESET' && (message === 'aborted' || message === 'socket hang up')) return false;
  if (isUnanswered(fault)) return true;
  if (typeof code === 'string') return awayCodes.test(code);
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a conn)/.test(message)
  );
}

/**
 * 57P0x: the server shuts down, has crashed or is starting; 57014: a statement took too long; 25P03: a transaction was
 * idle for too long; 53300: no free connection; 08: the connection itself. The rest are network errors; other external
 * servers are never called without their own error handling.
 */
const awayCodes =
  /^(57P0[1-5]|57014|25P03|53300|08\w{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
