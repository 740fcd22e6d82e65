import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Mutation, tenthOf, textWithFault } from './mutate/mutation.ts';
import { mutations } from './mutate/mutations.ts';

const root = join(import.meta.dirname, '..');

test('[13-A] every planted fault has its text exactly once in its file, and its tests', () => {
  // Where no title is like its `only`, no test runs and nothing is seen: a test has moved to another file.
  const hasTest = ({ tests, only }: Mutation) =>
    tests.every((file) => existsSync(join(root, file))) &&
    (!only || new RegExp(only).test(tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')));
  const stale = mutations.filter((mutation) => textWithFault(root, mutation) === null || !hasTest(mutation));
  expect(stale.map(({ area, name, file }) => `${area}: ${name} (${file})`)).toEqual([]);
});

test('[13-A] ten turns plant each fault once, and each has a name of its own', () => {
  const turns = Array.from({ length: 10 }, (_, turn) => tenthOf(mutations, turn));
  expect(new Set(turns.flat()).size).toBe(mutations.length);
  expect(turns.flat()).toHaveLength(mutations.length);
  expect(new Set(mutations.map(({ area, row, name }) => `${area} ${row} ${name}`)).size).toBe(mutations.length);
  expect(mutations.filter(({ find, put }) => find === put || find === '')).toEqual([]);
});
