import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTokens, tokensOf } from './tokens.ts';

/** A fault that a developer could make. At least one of its tests must fail. */
export interface Mutant {
  area: string;
  name: string;
  /** The file's name, with its folder where others have the same name. */
  file: string;
  /** Stands exactly once in the files of that name, however they are formatted. */
  find: string;
  replace: string;
  /** Test files, by name too. */
  tests: readonly string[];
  /** Vitest's `-t`, where whole files take long. */
  only?: string;
}

type Change = readonly [name: string, find: string, replace: string];

export const mutate = (
  where: Pick<Mutant, 'area' | 'file' | 'tests' | 'only'>,
  ...changes: readonly Change[]
): Mutant[] => changes.map(([name, find, replace]) => ({ ...where, name, find, replace }));

export interface Files {
  root: string;
  sources: readonly string[];
  tests: readonly string[];
}

export function filesIn(root: string): Files {
  const sources = globSync(['src/**/*.{ts,tsx,css}', 'migrations/*.sql'], { cwd: root }).filter(
    (path) => !path.includes('.test.'),
  );
  return { root, sources, tests: globSync('{src,tests,dev,bench}/**/*.test.{ts,tsx}', { cwd: root }) };
}

const named = (paths: readonly string[], name: string) => paths.filter((path) => path.endsWith(`/${name}`));

/**
 * The mutated file, or null where the text to change does not stand exactly once. A file with another name is found by
 * its text.
 */
export function mutatedFile(
  { root, sources }: Files,
  { file, find, replace }: Mutant,
): { path: string; text: string } | null {
  const wanted = tokensOf(find);
  const changed = (path: string) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (!wanted.every((token) => token.text === "'" || text.includes(token.text))) return [];
    return findTokens(tokensOf(text, path), wanted).map(({ start, end }) => ({
      path,
      text: text.slice(0, start) + replace + text.slice(end),
    }));
  };
  const ofName = named(sources, file).flatMap(changed);
  const found = ofName.length > 0 ? ofName : sources.flatMap(changed);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Paths of its test files, or null where one is missing or ambiguous, or none has a test that `only` names. */
export function testFilesOf({ root, tests: all }: Files, { tests, only }: Mutant): string[] | null {
  const paths = tests.map((name) => named(all, name));
  if (!paths.every((found) => found.length === 1)) return null;
  const texts = () => paths.flat().map((path) => readFileSync(join(root, path), 'utf8'));
  return !only || new RegExp(only).test(texts().join('\n')) ? paths.flat() : null;
}

/** One of ten parts, by its number from 0 to 9. */
export function tenthOf(all: readonly Mutant[], part: number): Mutant[] {
  return all.filter((_, index) => index % 10 === part);
}
