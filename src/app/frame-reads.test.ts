import { expect, test } from 'vitest';
import { readsFrame } from './frame-reads.ts';

const at = (path: string) => new URL(path, 'http://market.test');
const move = (from: string, to: string, isAsked: boolean) =>
  readsFrame({ currentUrl: at(from), nextUrl: at(to), defaultShouldRevalidate: isAsked, formMethod: undefined });
/** A form was refused: nothing is owed. */
const refuse = () => readsFrame({ currentUrl: at('/a'), nextUrl: at('/a'), defaultShouldRevalidate: false, formMethod: 'POST' });

test('[RP-07] the frame is not read for a move, nor for another query', () => {
  refuse();
  expect(move('/browse', '/about', false)).toBe(false);
  // The router's default where the query changes.
  expect(move('/browse', '/browse?game=pokemon', true)).toBe(false);
});

test('[RP-07] a reading that somebody wants is one of the frame, also on the way to another place', () => {
  refuse();
  expect(move('/about', '/about', true)).toBe(true);
  refuse();
  expect(move('/auth/sign-in', '/dashboard', true)).toBe(true);
});

test('[RP-07] a frame that a press kept from coming comes with the press, whatever the query', () => {
  refuse();
  expect(move('/auth/sign-in?next=%2Fsettings', '/auth/sign-in?next=%2Fsettings', true)).toBe(true);
  expect(move('/auth/sign-in?next=%2Fsettings', '/about', true)).toBe(true);
  expect(readsFrame({ currentUrl: at('/a'), nextUrl: at('/b?c'), defaultShouldRevalidate: true, formMethod: 'POST' })).toBe(true);
  expect(move('/a', '/about?d', true)).toBe(true);
  expect(refuse()).toBe(false);
});
