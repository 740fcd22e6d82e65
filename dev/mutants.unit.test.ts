import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, mutatedFile, tenthOf, testFilesOf } from './mutation/mutant.ts';
import { mutants } from './mutation/mutants.ts';
import { findTokens, tokensOf } from './mutation/tokens.ts';

const files = filesIn(join(import.meta.dirname, '..'));

test('every manual mutant has one place in the sources, and its tests', () => {
  const stale = mutants.filter((mutant) => !mutatedFile(files, mutant) || !testFilesOf(files, mutant));
  expect(stale.map(({ area, name, file }) => `${area}: ${name} (${file})`)).toEqual([]);
});

test('a mutant is found after formatting, and in a renamed file', () => {
  const source = "call(\n  `select 1\n   for update`, // locks\n  { key: 'a', },\n);";
  expect(findTokens(tokensOf(source, 'a.ts'), tokensOf('call("select 1 for update", { key: "a" })'))).toHaveLength(1);
  expect(findTokens(tokensOf(source, 'a.ts'), tokensOf('call("select 1", { key: "a" })'))).toEqual([]);
  const [mutant] = mutants;
  expect(mutant && mutatedFile(files, { ...mutant, file: 'renamed.ts' })).toEqual(mutant && mutatedFile(files, mutant));
});

test('ten parts have each mutant once, and names are unique', () => {
  const parts = Array.from({ length: 10 }, (_, part) => tenthOf(mutants, part)).flat();
  expect(new Set(parts)).toEqual(new Set(mutants));
  expect(parts).toHaveLength(mutants.length);
  expect(new Set(mutants.map(({ area, name }) => `${area}: ${name}`)).size).toBe(mutants.length);
});
