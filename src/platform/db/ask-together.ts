import { connectionOf, type Db } from './db.ts';

/** What a room asks of its tables about one thing, in a form that can be asked beside what others ask, and what it makes of the answer: of a guard's, what refuses when it is its turn. */
export interface Question<T> {
  /** One value of a select, made of the places of its values. */
  text: (...places: string[]) => string;
  values: readonly unknown[];
  /** Called with that value, whatever the driver makes of it. */
  read: (answer: never) => T;
}

export type Answers<Q extends readonly Question<unknown>[]> = { -readonly [K in keyof Q]: Q[K] extends Question<infer T> ? T : never };

/**
 * Asks several rooms at once: one prepared statement, one round trip, one sight of the tables. `name` is the statement's own and stands for these questions alone. Whoever decides under a lock asks after it is held, in a statement after that.
 */
export async function askTogether<const Q extends readonly Question<unknown>[]>(db: Db, name: string, ...questions: Q): Promise<Answers<Q>> {
  const { text, values } = asked(questions);
  const { rows } = await connectionOf(db).query<Asked>({ name, text, values });
  return answersOf(questions, rows);
}

/** A row to lock once others have answered: a select with one row at most, made of the places of an id and of the answer before which it must not lock. */
export interface RowToLock {
  text: (id: string, after: string) => string;
  id: string;
}

/**
 * The same, and locks a row after it in the same statement: what the first question keeps is kept before, since the row is looked for by its answer, and where that is none nothing is
 * locked. Answers the row, null where there is none.
 */
export async function askThenLock<Row extends { id: string }, const Q extends readonly Question<unknown>[]>(
  db: Db,
  name: string,
  { text: lock, id }: RowToLock,
  ...questions: Q
): Promise<[row: Row | null, ...answers: Answers<Q>]> {
  const { text, values } = asked(questions);
  const place = `$${values.push(id)}`;
  const { rows } = await connectionOf(db).query<Asked>({
    name,
    text: `with asked as materialized (${text}) select * from asked left join lateral (${lock(place, 'asked.a0')}) as locked on true`,
    values,
  });
  const row = rows[0] as unknown as Row & { id: string | null };
  return [row?.id ? row : null, ...answersOf(questions, rows)];
}

type Asked = Record<string, never>;

function asked(questions: readonly Question<unknown>[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = questions.map((one, n) => {
    const places = one.values.map((value) => `$${values.push(value)}`);
    return `${one.text(...places)} as a${n}`;
  });
  return { text: `select ${texts.join(', ')}`, values };
}

function answersOf<const Q extends readonly Question<unknown>[]>(questions: Q, [row]: readonly Asked[]): Answers<Q> {
  if (!row) throw new RangeError('a select of one row answered none');
  return questions.map((one, n) => one.read(row[`a${n}`] as never)) as Answers<Q>;
}
