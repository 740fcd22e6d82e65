import { hash } from 'node:crypto';
import { type Db, sentWithNext } from '#platform/db/db.ts';

/** PostgreSQL looks at so much of a name. */
const longestName = 63;

/** What `refuse_write` of the migrations fails with. */
const refusedCode = 'SL001';

/** Of what a write leaves behind, one sort: statements that run with those of the others. */
export interface LastPart<Values extends Record<string, unknown> = Record<string, unknown>> {
  /** One name, one list of steps. */
  name: string;
  values: Values;
  /** Each a statement with its name, made of the places of the values. None sees what another has written. */
  steps(at: Record<keyof Values, string>): readonly (readonly [name: string, text: string])[];
  /** Its step is a select, whose one `count` has to be read for it to happen. */
  isRead?: true;
  /** Its first step returns no row where it must not be, and nothing of the write stays: says why by throwing, once that is undone. Where it finds nothing against it any more the write is done anew. */
  otherwise?(tx: { db: Db }): Promise<void>;
}

/**
 * One statement for all that a write leaves behind: a busy write should not pay a round trip for each sort of it. It goes out with the commit (decision 143): `answered` is for after that, since a commit of what has failed undoes it and
 * says nothing. What is decided by it fails where the decision is no (decision 192), which `refusedBy` knows.
 */
export async function runLast(db: Db, parts: readonly LastPart[]): Promise<{ answered: Promise<unknown> }> {
  if (parts.length === 0) return { answered: Promise.resolve() };
  const values: unknown[] = [];
  const asked = parts.map((part) => ({
    ...part,
    steps: part.steps(Object.fromEntries(Object.entries(part.values).map(([key, value]) => [key, `$${values.push(value)}`]))),
  }));
  const firstOf = ({ steps }: Pick<(typeof asked)[number], 'steps'>) => steps[0]?.[0];
  const seen = [
    ...asked.filter(isDeciding).map((part, n) => `case when (select count(*) from ${firstOf(part)}) = 0 then refuse_write(${n}) end`),
    ...asked.filter(({ isRead }) => isRead).map((part) => `(select count from ${firstOf(part)})`),
  ];
  const steps = asked.flatMap((part) => part.steps.map(([name, text]) => `${name} as (${text})`));
  const statement = {
    name: nameOf(parts),
    text: `with ${steps.join(', ')} select ${seen.join(', ')}`,
    values,
  };
  return { answered: sentWithNext(db, statement) };
}

const isDeciding = ({ otherwise }: Pick<LastPart, 'otherwise'>) => otherwise !== undefined;

/** Of those parts the one whose decision was no, by what the statement failed with; undefined where it failed of anything else. */
export function refusedBy(error: unknown, parts: readonly LastPart[]): LastPart['otherwise'] {
  // Not by its class: the program and the pages' bundle have one each, and share the lines.
  const { code, detail } = (error ?? {}) as { code?: unknown; detail?: unknown };
  return code === refusedCode ? parts.filter(isDeciding)[Number(detail)]?.otherwise : undefined;
}

function nameOf(parts: readonly LastPart[]): string {
  const name = `write-${parts.map((part) => part.name).join('-')}`;
  return name.length <= longestName ? name : `write-${hash('sha256', name).slice(0, 32)}`;
}
