import { join } from 'node:path';
import { expect, test } from 'vitest';
import { floorProblems, isOlder } from './floors.ts';

test('a version below its floor is older, the floor itself is not', () => {
  expect(isOlder('4.12.20', '4.12.21')).toBe(true);
  expect(isOlder('4.12.21', '4.12.21')).toBe(false);
  expect(isOlder('5.0.0-beta.1', '4.12.21')).toBe(false);
  expect(isOlder('0.9.99', '0.45.2')).toBe(true);
});

test('the lock file keeps every floor and names no download address', async () => {
  expect(await floorProblems(join(import.meta.dirname, '..'))).toEqual([]);
});
