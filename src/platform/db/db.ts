import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { Connection, isUnanswered } from './connection.ts';
import { noRoom } from './embedded/disk-space.ts';
import { watchPulse } from './pulse.ts';

/** A handle that queries take first: the pool outside a transaction, the one connection inside. */
export type Db = NodePgDatabase<Record<string, never>>;

// Counts and amounts fit a JavaScript number; a bigint column past 2^53 would be a fault of ours.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Database {
  pool: pg.Pool;
  db: Db;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Where it says no, transactions are refused in words before they begin; reads go on. Default: there always is. */
  hasRoom?: (() => boolean) | undefined;
  /**
   * What a statement gets before its connection is given up with it. Default: a little more than the server's own limit
   * (`statement_timeout`), which ends a slow statement in order; ours is for a connection that died without a word.
   * Longer for one statement: `query_timeout` beside its text.
   */
  answerWithinMs?: number;
  /**
   * Watches whether the server says anything at all; while it does not, whoever asks is refused at once instead of
   * waiting.
   */
  isWatched?: boolean;
}

/** What PostgreSQL gives a statement, and we a connection, unless they say otherwise. */
const serverLimitMs = 15_000;
const answerLimitMs = 17_000;
/**
 * For a place in the pool, or a new connection: with the watch's three seconds this is what a frozen server makes
 * anybody wait at most.
 */
const connectLimitMs = 4_000;

/** Opens a pool. `max` is per process; PostgreSQL's own limit is shared by all of them. */
export function openDatabase(connectionString: string, log: Log, max = 16, options: DatabaseOptions = {}): Database {
  const { hasRoom = () => true, answerWithinMs = answerLimitMs, isWatched = false } = options;
  const open = new Set<Connection>();
  let isSilent = false;
  let answers = 0;
  class Line extends Connection {
    constructor(config: pg.ClientConfig) {
      super(config);
      open.add(this);
      this.onAnswer = () => answers++;
      this.once('end', () => open.delete(this));
      // Whoever waits for a place in the pool is given a new line, and hears on it at once.
      if (isSilent) setImmediate(() => this.cut());
    }
  }
  const pool = new pg.Pool({
    connectionString,
    // Its type leaves out that the pool hands its own options on.
    Client: Line as unknown as new () => pg.ClientBase,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectLimitMs,
    // A host that is gone says nothing: the network's own look finds it out.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: answerWithinMs,
    statement_timeout: serverLimitMs,
    idle_in_transaction_session_timeout: 10_000,
  });
  // Without a listener a connection that dies while idle would end the whole process.
  let isClosing = false;
  const lost = (error: Error) => {
    // Closing, the server may be quicker to hang up than the driver: nothing is lost then.
    if (!isClosing) log.warn('a database connection was lost', { error });
  };
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  const watch = isWatched
    ? watchPulse(connectionString, {
        silent: () => {
          log.error('the database does not answer: requests are refused until it does');
          isSilent = true;
          for (const line of open) line.cut();
        },
        back: () => {
          log.warn('the database answers again');
          isSilent = false;
        },
        answers: () => answers,
      })
    : null;
  const db: Db = drizzle(pool);
  // Drizzle's own takes a connection of the pool and says `begin` before it minds what becomes of it: a server that was
  // lost just then took the connection's place in the pool with it for ever, and whoever closed the pool waited for it.
  db.transaction = async (...work) => {
    if (!hasRoom()) throw noRoom();
    const line = await pool.connect();
    try {
      return await handleOf(line).transaction(...work);
    } finally {
      line.release();
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

/**
 * The other way round: a handle of one connection, for whoever keeps it over several statements that are no transaction
 * of ours.
 */
export function handleOf(connection: pg.PoolClient): Db {
  return drizzle(connection);
}

/**
 * The driver's connection under a transaction's handle. For the few statements of hot writes that are worth preparing
 * (`{name, text, values}`): drizzle sends raw SQL unnamed, so PostgreSQL would plan it anew each time.
 */
export function connectionOf(db: Db): pg.ClientBase {
  const { client } = (db as unknown as { session: { client: pg.ClientBase } }).session;
  return client;
}

/**
 * Several reads: side by side on the pool, one after the other in a transaction. Its one connection answers in turn
 * anyway, and the driver warns of whoever asks before it has answered (from its version 9 on it refuses).
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
 * The constraint that a database error broke, or null when it is another kind of error. Drizzle wraps the driver's
 * error as `cause`.
 */
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

/**
 * Whether the database could not be reached, or went away in the middle: nothing is wrong with the request, and a few
 * seconds later it may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  // Drizzle wraps the driver's error, with the query beside it.
  const fault = error instanceof Error && 'query' in error ? error.cause : error;
  const { code, message } = (fault ?? {}) as { code?: unknown; message?: unknown };
  // An HTTP message that broke off, by Node's own words: a visitor who left in the middle of an upload, or a file's
  // store.
  if (code === 'ECONNRESET' && (message === 'aborted' || message === 'socket hang up')) return false;
  if (isUnanswered(fault)) return true;
  if (typeof code === 'string') return awayCodes.test(code);
  return (
    typeof message === 'string' &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a conn)/.test(message)
  );
}

/**
 * 57P0x: the server shuts down, has crashed or is not up yet; 57014: a statement took longer than any may; 25P03: we
 * left a transaction idle for too long; 53300: no connection is left; 08: the connection itself. The others are the
 * network's. Other companies' servers are never spoken to so barely.
 */
const awayCodes =
  /^(57P0[1-5]|57014|25P03|53300|08\w{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
