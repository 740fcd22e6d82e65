import { connectionOf, type Db } from './db.ts';

/** What a room asks of its tables about one thing, in a form that can be asked beside what others ask, and what it makes of the answer: of a guard's, what refuses when it is its turn. */
export interface Question<T> {
  /** One value of a select, made of the places of its values. */
  text: (...places: string[]) => string;
  values: readonly unknown[];
  /** Called with that value, whatever the driver makes of it. */
  read: (answer: never) => T;
}

type Answers<Q extends readonly Question<unknown>[]> = { -readonly [K in keyof Q]: Q[K] extends Question<infer T> ? T : never };

/**
 * Asks several rooms at once: one prepared statement, one round trip, one sight of the tables. `name` is the statement's own and stands for these questions alone. Whoever decides under a lock asks after it is held, in a statement after that.
 */
export async function askTogether<const Q extends readonly Question<unknown>[]>(db: Db, name: string, ...questions: Q): Promise<Answers<Q>> {
  const values: unknown[] = [];
  const texts = questions.map((one, n) => {
    const places = one.values.map((value) => `$${values.push(value)}`);
    return `${one.text(...places)} as a${n}`;
  });
  const { rows } = await connectionOf(db).query<Record<string, never>>({ name, text: `select ${texts.join(', ')}`, values });
  const [row] = rows;
  if (!row) throw new RangeError('a select of one row answered none');
  return questions.map((one, n) => one.read(row[`a${n}`] as never)) as Answers<Q>;
}
