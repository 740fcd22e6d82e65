import { Socket } from 'node:net';
import pg from 'pg';

/** A server that says nothing any more would not hear a farewell either. */
const farewellMs = 500;

/**
 * A connection that is given up, not only its statement, when it does not answer within `query_timeout` (one for all, or one beside a statement's text).
 * PostgreSQL answers in turn: whoever asked next on the same line would wait for the lost answer too, and might take it for their own.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  /** Called for each answer of the server, refusals too. */
  onAnswer = () => {};

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.query = this.#ask as pg.Client['query'];
    this.end = this.#leave as pg.Client['end'];
  }

  /** Another text than before when the line has come further: the call was taken, or something was read. */
  get progress(): string {
    return `${this.#socket.connecting} ${this.#socket.bytesRead}`;
  }

  /** Hangs up without a farewell, which a server that says nothing would not hear. Whoever waits on it hears that the database is away. */
  cut(): void {
    this.#socket.destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }));
  }

  /** Whoever waits for its end (a pool for its last one) hears of it in any case. */
  #leave(...heard: unknown[]): unknown {
    const late = setTimeout(() => this.#socket.destroy(), farewellMs).unref();
    this.once('end', () => clearTimeout(late));
    return Reflect.apply(super.end, this, heard);
  }

  /** Statements come with a callback (from the pool) or are answered by a promise. */
  #ask(...asked: unknown[]): unknown {
    const heard = asked.at(-1);
    if (typeof heard === 'function') {
      asked[asked.length - 1] = (error: unknown, result: unknown) => {
        this.#judge(error);
        heard(error, result);
      };
    }
    const answer: unknown = Reflect.apply(super.query, this, asked);
    if (!(answer instanceof Promise)) return answer;
    answer.then(
      () => this.#judge(null),
      (error: unknown) => this.#judge(error),
    );
    return answer;
  }

  #judge(error: unknown): void {
    if (isUnanswered(error)) this.cut();
    else if (!error || error instanceof pg.DatabaseError) this.onAnswer();
  }
}

/**
 * Gives each later statement of this connection so long, at the server and here: for work that takes longer than a request may wait. Whoever asked for the
 * connection does not hand it back to its pool.
 */
export async function giveTime(client: pg.ClientBase, ms: number): Promise<void> {
  // Ours later, so that the server's end of a statement comes in order.
  Object.assign((client as pg.ClientBase & { connectionParameters: object }).connectionParameters, { query_timeout: ms + 2_000 });
  await client.query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = 0`);
}

/** The driver's word for a statement that got no answer in its time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
