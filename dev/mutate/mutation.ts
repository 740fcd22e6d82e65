import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fault that a person could make: one text of one file is replaced by another, and one of the tests has to fail. */
export interface Mutation {
  /** The room, or the part of the platform, that it falls in. */
  area: string;
  /** Of the specification, where it is the row's own words that the fault breaks. */
  row?: string;
  name: string;
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  put: string;
  /** The test files that are meant to see it. */
  tests: readonly string[];
  /** Which of their tests, where the whole files would take long: vitest's `-t`. */
  only?: string;
}

type Where = Pick<Mutation, 'area' | 'row' | 'file' | 'tests' | 'only'>;
type Change = readonly [name: string, find: string, put: string];

export const planted = (where: Where, ...changes: readonly Change[]): Mutation[] =>
  changes.map(([name, find, put]) => ({ ...where, name, find, put }));

/** The file with the fault in it, or null where the text to change is not there exactly once. */
export function textWithFault(root: string, { file, find, put }: Mutation): string | null {
  try {
    const parts = readFileSync(join(root, file), 'utf8').split(find);
    return parts.length === 2 ? parts.join(put) : null;
  } catch {
    return null;
  }
}

/** Every tenth, beginning with `turn` (0 to 9): ten turns are all of them. */
export function tenthOf(all: readonly Mutation[], turn: number): Mutation[] {
  return all.filter((_, index) => index % 10 === turn);
}
