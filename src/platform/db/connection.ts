import { Socket } from 'node:net';
import pg from 'pg';

/** How long `end` waits for the server before it destroys the socket: a frozen server does not answer. */
const endTimeoutMs = 500;

type Query = pg.QueryConfig & { query_timeout?: number };
type Callback = (error: unknown, result?: unknown) => void;

const configOf = (query: unknown): Query => (typeof query === 'string' ? { text: query } : (query as Query));
/** A stream that is its own statement (COPY). */
const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';

/**
 * Closes the whole connection when a statement gets no answer within `query_timeout` (of the connection or of the
 * statement). PostgreSQL answers in order: the next query on the same connection would wait for the lost answer too,
 * and might take it for its own.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  /** Timeout of a statement without its own; 0: none. */
  answerWithinMs: number;
  /** Called for each answer of the server, errors included. */
  onAnswer = () => {};

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.answerWithinMs = query_timeout;
    this.query = this.#query as pg.Client['query'];
    this.end = this.#end as pg.Client['end'];
  }

  /** Changes whenever the connection makes progress: it was accepted, or bytes were read. */
  get progress(): string {
    return `${this.#socket.connecting} ${this.#socket.bytesRead}`;
  }

  /**
   * Closes without a goodbye message, which a frozen server would not answer. Pending queries fail with the error that
   * the database is unavailable.
   */
  cut(): void {
    this.#socket.destroy(Object.assign(new Error('The database doesn’t respond.'), { code: 'ETIMEDOUT' }));
  }

  /** Ends in any case: a pool waits for its last connection. */
  #end(...given: unknown[]): unknown {
    const late = setTimeout(() => this.#socket.destroy(), endTimeoutMs).unref();
    this.once('end', () => clearTimeout(late));
    return Reflect.apply(super.end, this, given);
  }

  /** Queries have a callback (from the pool) or return a promise. */
  #query(first: unknown, ...rest: unknown[]): unknown {
    if (isStream(first)) {
      Object.assign(first as object, { query_timeout: this.answerWithinMs });
      return Reflect.apply(super.query, this, [first, ...rest]);
    }
    const query = { query_timeout: this.answerWithinMs, ...configOf(first) };
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const withCheck: Callback = (error, result) => {
        this.#check(error);
        callback(error, result);
      };
      return Reflect.apply(super.query, this, [query, ...rest.slice(0, -1), withCheck]);
    }
    const answer = Reflect.apply(super.query, this, [query, ...rest]) as unknown as Promise<unknown>;
    return answer.then(
      (result) => {
        this.#check(null);
        return result;
      },
      (error: unknown) => {
        this.#check(error);
        throw error;
      },
    );
  }

  #check(error: unknown): void {
    if (isUnanswered(error)) this.cut();
    else if (!error || error instanceof pg.DatabaseError) this.onAnswer();
  }
}

/**
 * Sets the timeout of all later statements on this connection, at the server and here: for work that takes longer than
 * a request may wait. The caller must not release the connection to its pool.
 */
export async function giveTime(client: pg.ClientBase, ms: number): Promise<void> {
  // Our timeout is later, so that the server ends the statement first.
  (client as Connection).answerWithinMs = ms + 2_000;
  await client.query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = 0`);
}

/** The driver's message for a statement without an answer in time. */
const unanswered = 'Query read timeout';

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === unanswered;
}
