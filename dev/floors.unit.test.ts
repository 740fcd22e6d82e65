import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floorProblems, isOlder, scriptProblems } from './floors.ts';

const root = join(import.meta.dirname, '..');

test('a version below its floor is older, the floor itself is not', () => {
  expect(isOlder('4.12.20', '4.12.21')).toBe(true);
  expect(isOlder('4.12.21', '4.12.21')).toBe(false);
  expect(isOlder('5.0.0-beta.1', '4.12.21')).toBe(false);
  expect(isOlder('0.9.99', '0.45.2')).toBe(true);
});

test('the lock file keeps every floor, names no download address, and no package runs anything at an install but by the list', async () => {
  expect(await floorProblems(root)).toEqual([]);
});

test('a package with an unreviewed install script is named, and so is a stale name', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { hasInstallScript: true },
      'node_modules/a/node_modules/@b/c': { hasInstallScript: true },
    },
  };
  expect(scriptProblems(lock, { a: true, '@b/c': false })).toEqual([]);
  expect(scriptProblems(lock, { a: true, gone: true })).toEqual([
    '@b/c has an install script that allowScripts says nothing about',
    'allowScripts names gone, which has no install script',
  ]);
});
