import { expect, test } from 'vitest';
import { readsFrame, wantsFrame } from './frame-reads.ts';

const at = (path: string) => new URL(path, 'http://market.test');
/** As React Router calls it for each page: its own default is to revalidate. */
const move = (from: string, to: string, isOwed = false) =>
  wantsFrame({ currentUrl: at(from), nextUrl: at(to), defaultShouldRevalidate: true, formMethod: undefined }, isOwed);
const answered = (isTaken: boolean) =>
  ({ currentUrl: at('/a'), nextUrl: at('/b?c'), defaultShouldRevalidate: isTaken, formMethod: 'POST' }) as const;

test('the frame is not read for a move, nor for another query', () => {
  expect(move('/browse', '/about')).toBe(false);
  expect(move('/browse', '/browse?game=pokemon')).toBe(false);
});

test('a revalidation of the current page reads the frame', () => {
  expect(move('/about', '/about')).toBe(true);
});

test('a frame whose load was aborted by a click is loaded with the page of that click, whatever the address', () => {
  expect(move('/auth/sign-in?next=%2Fsettings', '/about', true)).toBe(true);
  expect(move('/a', '/about?d', true)).toBe(true);
});

test('a form that was taken owes a frame, one that was refused owes none', () => {
  const plain = { currentUrl: at('/a'), nextUrl: at('/about'), defaultShouldRevalidate: true, formMethod: undefined };
  expect(readsFrame(answered(true))).toBe(true);
  expect(readsFrame(plain)).toBe(true);
  expect(readsFrame(answered(false))).toBe(false);
  expect(readsFrame(plain)).toBe(false);
});

test('a redirected revalidation loads the frame at the new address', () => {
  const here = {
    currentUrl: at('/auth/sign-in'),
    nextUrl: at('/auth/sign-in'),
    defaultShouldRevalidate: true,
    formMethod: undefined,
  };
  expect(readsFrame(here)).toBe(true);
  expect(readsFrame({ ...here, nextUrl: at('/dashboard') })).toBe(true);
});
