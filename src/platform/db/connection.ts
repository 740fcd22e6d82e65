import { Socket } from 'node:net';
import pg from 'pg';

/** A server that says nothing any more would not hear a farewell either. */
const farewellMs = 500;

type Query = pg.QueryConfig & { query_timeout?: number };
type Callback = (error: unknown, result?: unknown) => void;

const configOf = (query: unknown): Query => (typeof query === 'string' ? { text: query } : (query as Query));
/** A stream that is its own statement (COPY). */
const isStream = (query: unknown) => typeof (query as { submit?: unknown } | null)?.submit === 'function';

/**
 * A connection that is given up, not only its statement, when it does not answer within `query_timeout` (one for all,
 * or one beside a statement's text). PostgreSQL answers in turn: the next query on the same connection would wait for
 * the lost answer too, and might take it for its own.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  /** What a statement gets that says nothing of its own; 0 is as long as it takes. */
  answerWithinMs: number;
  /** Called for each answer of the server, errors too. */
  onAnswer = () => {};

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.answerWithinMs = query_timeout;
    this.query = this.#query as pg.Client['query'];
    this.end = this.#end as pg.Client['end'];
  }

  /** Another text than before when the connection has come further: it was accepted, or something was read. */
  get progress(): string {
    return `${this.#socket.connecting} ${this.#socket.bytesRead}`;
  }

  /**
   * Closes without a farewell, which a server that says nothing would not hear. Whoever waits on it gets an error that
   * the database is away.
   */
  cut(): void {
    this.#socket.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }));
  }

  /** Ends in any case: a pool waits for its last connection. */
  #end(...given: unknown[]): unknown {
    const late = setTimeout(() => this.#socket.destroy(), farewellMs).unref();
    this.once('end', () => clearTimeout(late));
    return Reflect.apply(super.end, this, given);
  }

  /** Queries come with a callback (from the pool) or are answered by a promise. */
  #query(first: unknown, ...rest: unknown[]): unknown {
    if (isStream(first)) {
      Object.assign(first as object, { query_timeout: this.answerWithinMs });
      return Reflect.apply(super.query, this, [first, ...rest]);
    }
    const query = { query_timeout: this.answerWithinMs, ...configOf(first) };
    const callback = rest.at(-1);
    if (typeof callback === 'function') {
      const judged: Callback = (error, result) => {
        this.#judge(error);
        callback(error, result);
      };
      return Reflect.apply(super.query, this, [query, ...rest.slice(0, -1), judged]);
    }
    const answer = Reflect.apply(super.query, this, [query, ...rest]) as unknown as Promise<unknown>;
    return answer.then(
      (result) => {
        this.#judge(null);
        return result;
      },
      (error: unknown) => {
        this.#judge(error);
        throw error;
      },
    );
  }

  #judge(error: unknown): void {
    if (isUnanswered(error)) this.cut();
    else if (!error || error instanceof pg.DatabaseError) this.onAnswer();
  }
}

/**
 * Gives each later statement of this connection so long, at the server and here: for work that takes longer than a
 * request may wait. Whoever asked for the connection does not hand it back to its pool.
 */
export async function giveTime(client: pg.ClientBase, ms: number): Promise<void> {
  // Ours later, so that the server's end of a statement comes in order.
  (client as Connection).answerWithinMs = ms + 2_000;
  await client.query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = 0`);
}

/** The driver's words for a statement that got no answer in its time. */
const unanswered = 'Query read timeout';

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === unanswered;
}
