import { hash } from 'node:crypto';
import { connectionOf, type Db, sentWithNext } from '#platform/db/db.ts';

/** PostgreSQL looks at so much of a name. */
const longestName = 63;

/** Of what a write leaves behind, one sort: statements that run with those of the others. */
export interface LastPart<Values extends Record<string, unknown> = Record<string, unknown>> {
  /** One name, one list of steps. */
  name: string;
  values: Values;
  /** Each a statement with its name, made of the places of the values. None sees what another has written. */
  steps(at: Record<keyof Values, string>): readonly (readonly [name: string, text: string])[];
  /** Its step is a select, whose one `count` has to be read for it to happen. */
  isRead?: true;
  /** Its first step returns no row where it must not be: says so by throwing, and nothing of the write stays. */
  otherwise?(): Promise<never>;
}

/**
 * One statement for all that a write leaves behind: a busy write should not pay a round trip for each sort of it. Where nothing has to be decided by its answer it goes
 * out with the commit (decision 143): `answered` is for after that, since a commit of what has failed undoes it and says nothing.
 */
export async function runLast(db: Db, parts: readonly LastPart[]): Promise<{ answered: Promise<unknown> }> {
  if (parts.length === 0) return { answered: Promise.resolve() };
  const values: unknown[] = [];
  const asked = parts.map((part) => ({
    ...part,
    steps: part.steps(Object.fromEntries(Object.entries(part.values).map(([key, value]) => [key, `$${values.push(value)}`]))),
  }));
  const firstOf = ({ steps }: Pick<(typeof asked)[number], 'steps'>) => steps[0]?.[0];
  const deciding = asked.flatMap(({ steps, otherwise }) => (otherwise ? [{ steps, otherwise }] : []));
  const seen = [
    ...deciding.map((part, n) => `(select count(*) from ${firstOf(part)})::int as "${n}"`),
    ...asked.filter(({ isRead }) => isRead).map((part) => `(select count from ${firstOf(part)})`),
  ];
  const steps = asked.flatMap((part) => part.steps.map(([name, text]) => `${name} as (${text})`));
  const statement = {
    name: nameOf(parts),
    text: `with ${steps.join(', ')} select ${seen.join(', ')}`,
    values,
  };
  if (deciding.length === 0) return { answered: sentWithNext(db, statement) };
  const { rows } = await connectionOf(db).query<Record<string, number>>(statement);
  for (const [n, { otherwise }] of deciding.entries()) if (rows[0]?.[n] === 0) await otherwise();
  return { answered: Promise.resolve() };
}

function nameOf(parts: readonly LastPart[]): string {
  const name = `write-${parts.map((part) => part.name).join('-')}`;
  return name.length <= longestName ? name : `write-${hash('sha256', name).slice(0, 32)}`;
}
