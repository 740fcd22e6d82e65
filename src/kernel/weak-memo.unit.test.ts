import { expect, test } from 'vitest';
import { weakMemo } from './weak-memo.ts';

test('each object has one value, created on first use', () => {
  let made = 0;
  const numberOf = weakMemo((_key: object, from: number) => from + ++made);
  const [one, other] = [{}, {}];
  expect([numberOf(one, 10), numberOf(one, 20), numberOf(other, 20)]).toEqual([11, 11, 22]);
});

test('a value of undefined is created once', () => {
  let made = 0;
  const nothingOf = weakMemo((_key: object) => void made++);
  const key = {};
  nothingOf(key);
  nothingOf(key);
  expect(made).toBe(1);
});
