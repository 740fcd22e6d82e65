import { expect, test } from 'vitest';
import { googleSentence, popupMessageType, readPopupMessage } from './google-answers.ts';

const origin = 'https://market.example';
const popup = { its: 'window' };
const data = { type: popupMessageType, problem: null, to: '/dashboard' };
const receive = (change: Record<string, unknown>) =>
  readPopupMessage({ origin, source: popup, data, ...change } as never, popup, origin);

test('[ER-02] a message of the own popup is accepted', () => {
  expect(receive({})).toEqual(data);
  expect(receive({ data: { ...data, problem: 'google_cancelled' } })?.problem).toBe('google_cancelled');
});

test('a message of another origin or window, of another format, or with a foreign path, is ignored', () => {
  for (const other of [
    'https://evil.example',
    'https://market.example.evil.example',
    'http://market.example',
    'null',
    '',
  ])
    expect(receive({ origin: other })).toBeNull();
  for (const source of [null, {}, undefined]) expect(receive({ source })).toBeNull();
  expect(readPopupMessage({ origin, source: null, data } as never, null, origin)).toBeNull();
  for (const bad of [
    null,
    'text',
    {},
    { ...data, type: 'other' },
    { ...data, to: 'https://evil.example/' },
    { ...data, to: '//evil.example' },
    { ...data, to: 7 },
  ])
    expect(receive({ data: bad })).toBeNull();
  for (const problem of ['<b>', 'toString', '__proto__', undefined, 1])
    expect(receive({ data: { ...data, problem } })).toBeNull();
});

test('[ER-02] the three sentences are exact', () => {
  expect([
    googleSentence('google_cancelled'),
    googleSentence('google_failed'),
    googleSentence('google_no_email'),
  ]).toEqual(['Sign in cancelled', 'Failed to sign in with Google', 'No email provided from Google account']);
});
