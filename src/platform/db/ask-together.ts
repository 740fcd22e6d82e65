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

/** A value that stands in the row which the statement itself changes: a question takes it in place of one that is known. */
export class OfRow {
  readonly column: string;

  constructor(column: string) {
    this.column = column;
  }
}

/** A row to change once others have answered: statements with their names, the first of which changes one row at most, returns it and looks for it by `id`. */
export interface RowToChange<Values extends Record<string, unknown>> {
  id: string;
  values: Values;
  steps: (id: string, at: Record<keyof Values, string>) => Steps;
}
type Step = readonly [name: string, text: string];
export type Steps = readonly [first: Step, ...others: Step[]];

/**
 * Asks, changes a row and asks about that row (`OfRow`), in one statement. What the first question keeps is kept before the row is locked, since it is looked for by that answer, and where that is none nothing is changed. All of them see the
 * tables as they were when the statement began, but the row, which is as it is under its lock. Answers no row and nothing about it where none was changed.
 */
export async function askThenChange<
  Row extends { id: string },
  const Values extends Record<string, unknown>,
  First,
  const Q extends readonly Question<unknown>[],
>(
  db: Db,
  name: string,
  { id, values: given, steps }: RowToChange<Values>,
  first: Question<First>,
  about: Q,
): Promise<[first: First, changed: readonly [row: Row, ...answers: Answers<Q>] | null]> {
  const values: unknown[] = [];
  const [before] = textsOf([first], values, '');
  const places = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, `$${values.push(value)}`])) as Record<keyof Values, string>;
  const all = steps(`(select $${values.push(id)}::text from asked where asked.a0 is not null)`, places);
  const [changed] = all[0];
  const { rows } = await connectionOf(db).query<Asked>({
    name,
    text: `with asked as materialized (select ${before}), ${all.map(([step, text]) => `${step} as (${text})`).join(', ')}
      select ${['asked.a0 as "first"', `${changed}.*`, ...textsOf(about, values, changed)].join(', ')} from asked left join ${changed} on true`,
    values,
  });
  const row = rows[0] as unknown as Row & { id: string | null };
  return [first.read(rows[0]?.first as never), row.id ? [row, ...answersOf(about, rows)] : null];
}

type Asked = Record<string, never>;

function asked(questions: readonly Question<unknown>[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  return { text: `select ${textsOf(questions, values, '').join(', ')}`, values };
}

/** `row` is the name of the one that `OfRow` means. */
function textsOf(questions: readonly Question<unknown>[], values: unknown[], row: string): string[] {
  const placeOf = (value: unknown) => (value instanceof OfRow ? `${row}."${value.column}"` : `$${values.push(value)}`);
  return questions.map((one, n) => `${one.text(...one.values.map(placeOf))} as a${n}`);
}

function answersOf<const Q extends readonly Question<unknown>[]>(questions: Q, [row]: readonly Asked[]): Answers<Q> {
  if (!row) throw new RangeError('a select of one row answered none');
  return questions.map((one, n) => one.read(row[`a${n}`] as never)) as Answers<Q>;
}
