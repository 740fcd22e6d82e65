import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import pg from 'pg';

/** A server that says nothing any more would not hear a farewell either. */
const farewellMs = 500;

/** What the driver knows of its line. */
interface DriverLine {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  stream: Writable;
}

/** Whoever hears the answer of a statement. */
type Heard = (error: unknown, result?: unknown) => void;

type Asked = pg.QueryConfig & { query_timeout?: number };
const configOf = (asked: unknown): Asked => (typeof asked === 'string' ? { text: asked } : (asked as Asked));
/** A stream that is its own statement. */
const isCopy = (asked: unknown) => typeof (asked as { submit?: unknown } | null)?.submit === 'function';

/** What a transaction begins with; who says more (another isolation) waits for its answer. */
const beginning = 'begin';
const begun: pg.QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A connection that is given up, not only its statement, when it does not answer within `query_timeout` (one for all, or one beside a statement's text).
 * PostgreSQL answers in turn: whoever asked next on the same line would wait for the lost answer too, and might take it for their own.
 *
 * A transaction's `begin` goes out with the first statement after it, in one piece: alone it would cost both sides a turn, and says nothing that anybody waits for (decision 143).
 */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  #isHeld = false;
  #unanswered = 0;
  /** What a statement that says nothing of its own gets; 0 is as long as it takes. */
  answerWithinMs: number;
  /** Called for each answer of the server, refusals too. */
  onAnswer = () => {};

  constructor({ query_timeout = 0, ...config }: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.answerWithinMs = query_timeout;
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

  /** Asks, but is sent with the next statement on this line: nobody waits for the answer to this one before asking that. Whoever needs both waits for both. */
  askWithNext<Row extends pg.QueryResultRow>(asked: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    this.#refuseName(asked);
    this.#sendInARow(true);
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#written.cork();
      // Nothing follows while the caller does something else: it does not wait for that.
      setImmediate(() => this.#sendHeld());
    }
    return this.#send(asked) as Promise<pg.QueryResult<Row>>;
  }

  /** What the driver would refuse without sending it, when that which comes next is on its way already. */
  #refuseName({ name, text }: pg.QueryConfig): void {
    const { parsedStatements, submittedNamedStatements } = this.#driver;
    const known = name && (parsedStatements[name] ?? submittedNamedStatements[name]);
    if (known && known !== text) throw new TypeError(`a statement of another text has the name ${name}`);
  }

  get #driver(): DriverLine {
    return (this as unknown as { connection: DriverLine }).connection;
  }

  /** With TLS another than the socket. */
  get #written(): Writable {
    return this.#driver.stream;
  }

  /** The driver may send before it has heard; not for longer than it takes, since what copies needs a line that waits. */
  #sendInARow(pipeline: boolean): void {
    if (this.pipeline !== pipeline) Object.assign(this, { pipeline });
  }

  #sendHeld(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#written.uncork();
  }

  #ask(...asked: unknown[]): unknown {
    if (isBeginning(asked)) {
      // What follows a beginning that failed would be committed statement by statement.
      this.askWithNext({ text: beginning }).catch(() => this.cut());
      return Promise.resolve(begun);
    }
    const answer = this.#send(...asked);
    this.#sendHeld();
    return answer;
  }

  /**
   * Statements come with a callback (from the pool) or are answered by a promise. The driver is given a function either way, and no limit: what it would make of both it writes into a property of its
   * query, and V8 makes a function that is written down so old from its birth. All that such a one leads to, the rows of each answer, would outlive every collection of the young.
   */
  #send(...asked: unknown[]): unknown {
    this.#unanswered++;
    if (isCopy(asked[0])) return this.#copy(asked);
    const heard = asked.at(-1);
    if (typeof heard === 'function') return this.#hear(asked.slice(0, -1), heard as Heard);
    const answer = new Promise((resolve, reject) => this.#hear(asked, (error, result) => (error ? reject(error) : resolve(result))));
    return answer.catch((error: Error) => {
      // What the driver does as well: from here one sees who asked.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  #hear(asked: readonly unknown[], heard: Heard): void {
    const { query_timeout: ms = this.answerWithinMs, ...first } = configOf(asked[0]);
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      const error = new Error(unanswered);
      this.#judge(error);
      heard(error);
    };
    const late = ms > 0 ? setTimeout(giveUp, ms) : undefined;
    const told: Heard = (error, result) => {
      clearTimeout(late);
      if (isLate) return;
      this.#judge(error);
      heard(error, result);
    };
    Reflect.apply(super.query, this, [first, asked[1], told]);
  }

  /** What copies tells nobody but its stream, or whoever it was given to; the driver's own limit ends it. */
  #copy(asked: readonly unknown[]): unknown {
    Object.assign(asked[0] as object, { query_timeout: this.answerWithinMs });
    this.#unanswered--;
    return Reflect.apply(super.query, this, asked);
  }

  #judge(error: unknown): void {
    if (--this.#unanswered === 0) this.#sendInARow(false);
    if (isUnanswered(error)) this.cut();
    else if (!error || error instanceof pg.DatabaseError) this.onAnswer();
  }
}

function isBeginning(asked: readonly unknown[]): boolean {
  const [first] = asked;
  const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
  return text === beginning && typeof asked.at(-1) !== 'function';
}

/**
 * Gives each later statement of this connection so long, at the server and here: for work that takes longer than a request may wait. Whoever asked for the
 * connection does not hand it back to its pool.
 */
export async function giveTime(client: pg.ClientBase, ms: number): Promise<void> {
  // Ours later, so that the server's end of a statement comes in order.
  (client as Connection).answerWithinMs = ms + 2_000;
  await client.query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = 0`);
}

/** The driver's word, and ours, for a statement that got no answer in its time. */
const unanswered = 'Query read timeout';

export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === unanswered;
}
