import { expect, test } from 'vitest';
import {
  isOnTheWay,
  ownPath,
  type RedirectRecord,
  readRecord,
  redirectLifeMs,
  replayOf,
  wasLed,
} from './redirect-record.ts';

const origin = 'https://market.example';
const now = 1_800_000_000_000;
const record = (change: Partial<RedirectRecord> = {}): RedirectRecord => ({
  path: '/dashboard?tab=a#b',
  action: 'route_guard_redirect',
  params: {},
  at: now,
  ...change,
});
const read = (value: unknown, at = now) => readRecord(JSON.stringify(value), at, origin);

test('[GD-06] [LI-04] a record is valid for thirty minutes and not a millisecond longer', () => {
  expect(read(record(), now + redirectLifeMs)).toEqual(record());
  expect(read(record(), now + redirectLifeMs + 1)).toBeNull();
  expect(read(record(), now - 1)).toBeNull();
  expect(redirectLifeMs).toBe(30 * 60_000);
});

test('[GD-06] a malformed record is ignored', () => {
  for (const text of [
    null,
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"path":"/a"}',
    '{"path":"/a","action":1,"at":1}',
    `{"path":"/a","action":"x","at":"${now}"}`,
    'x'.repeat(9_000),
  ]) {
    expect(readRecord(text, now, origin), String(text).slice(0, 40)).toBeNull();
  }
  expect(read({ ...record(), params: [] })).toBeNull();
  // Valid but for their length: whatever writes to the storage determines how much is read.
  const path = (length: number) => `/${'a'.repeat(length - 1)}`;
  expect(read(record({ path: path(2_048) }))?.path).toHaveLength(2_048);
  expect(read(record({ path: path(2_049) }))).toBeNull();
  expect(read(record({ action: 'x'.repeat(64) }))?.action).toHaveLength(64);
  expect(read(record({ action: 'x'.repeat(65) }))).toBeNull();
  expect(read(record({ params: { a: 'x'.repeat(2_048), b: 'x'.repeat(2_049) } }))?.params).toEqual({
    a: 'x'.repeat(2_048),
  });
  expect(read({ ...record(), more: 'x'.repeat(8_192) })).toBeNull();
  expect(read({ ...record(), params: { listingId: 'a', nested: { x: 1 }, count: 3 } })?.params).toEqual({
    listingId: 'a',
  });
});

const foreign = [
  ...[
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
  ],
  ...[
    '/..//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    ' /a',
    '/%0d%0a\r\nSet-Cookie:x',
    '/a\\b',
    'http:/evil',
    '/\u0000',
  ],
];

test.each(foreign)('[GD-06] %j is no path of our own', (path) => {
  expect(ownPath(path, origin)).toBeNull();
  expect(read({ ...record(), path })).toBeNull();
});

test('[GD-06] every accepted path stays on our origin', () => {
  const pieces = [
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    ';',
    '%2e',
    '%09',
    '\t',
    ' ',
    '[',
    ']',
    '//',
  ];
  let checked = 0;
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces)
        for (const d of ['evil.example', '/x']) {
          const path = ownPath(`/${a}${b}${c}${d}`, origin);
          if (path === null) continue;
          checked++;
          expect(new URL(path, origin).origin).toBe(origin);
        }
  expect(checked).toBeGreaterThan(1_000);
});

test('[RP-01] a favourite comes back to its listing with the sentence', () => {
  expect(
    replayOf(record({ action: 'toggle_favorite', params: { listingId: 'abc1' }, path: '/browse' }), origin),
  ).toEqual({
    to: '/listings/abc1',
    toast: 'You can now add this listing to your favorites',
  });
});

test('[RP-02] a purchase comes back to its listing with the sentence', () => {
  expect(replayOf(record({ action: 'buy_now', params: { listingId: 'abc1' } }), origin)).toEqual({
    to: '/listings/abc1',
    toast: 'You can now complete your purchase',
  });
});

test('[RP-03] an offer opens its dialog', () => {
  expect(replayOf(record({ action: 'make_offer', params: { listingId: 'abc1' } }), origin)).toEqual({
    to: '/listings/abc1?action=make_offer',
    toast: null,
  });
});

test('[RP-04] a message opens its dialog, or returns to its origin page', () => {
  const to = (params: Record<string, string>) =>
    replayOf(record({ action: 'send_message', params, path: '/profile/x' }), origin).to;
  expect(to({ listingId: 'abc1', recipientId: 'def2' })).toBe('/listings/abc1?action=send_message&recipientId=def2');
  expect(to({ recipientId: 'def2', returnPath: '/profile/def2' })).toBe('/profile/def2');
  expect(to({ recipientId: 'def2', returnPath: '//evil.example' })).toBe('/profile/x');
  expect(to({ recipientId: 'def2' })).toBe('/profile/x');
  expect(to({ listingId: 'abc1', returnPath: '/listings/abc1' })).toBe('/listings/abc1');
  expect(to({ listingId: 'abc1', recipientId: '../evil' })).toBe('/profile/x');
});

test('[RP-04] a record from the page of a listing need not name the listing again', () => {
  const to = (path: string, params: Record<string, string>) =>
    replayOf(record({ action: 'send_message', params, path }), origin).to;
  expect(to('/listings/abc1', { recipientId: 'def2' })).toBe('/listings/abc1?action=send_message&recipientId=def2');
  expect(to('/listings/abc1', { recipientId: 'def2', returnPath: '/orders' })).toBe('/orders');
  expect(to('/listings/abc1', {})).toBe('/listings/abc1');
  for (const path of ['/listings/create', '/listings/abc1/edit', '/listings'])
    expect(to(path, { recipientId: 'def2' })).toBe(path);
});

test('[RP-07] the claim of an intent survives storage, and a claim that is no text is ignored', () => {
  expect(read({ ...record(), uid: 'u1' })?.uid).toBe('u1');
  expect(read({ ...record(), uid: 7 })).toEqual(record());
});

test('[RP-07] the pages of sign-in are intermediate, and no others are', () => {
  for (const path of ['/auth/verify-email?token=x', '/auth/complete-profile']) expect(isOnTheWay(path)).toBe(true);
  for (const path of ['/', '/authors', '/settings/auth/']) expect(isOnTheWay(path)).toBe(false);
});

test('[RP-05] [RP-06] the guarded page, and any other saved path, is the destination', () => {
  expect(replayOf(record(), origin)).toEqual({ to: '/dashboard?tab=a#b', toast: null });
  expect(replayOf(record({ action: 'something_new', path: '/wanted' }), origin)).toEqual({
    to: '/wanted',
    toast: null,
  });
});

test('[RP-03] an invalid id cannot change the path', () => {
  for (const listingId of ['abc1/../../settings', 'abc1?x=', 'x'.repeat(65), '']) {
    expect(
      replayOf(record({ action: 'buy_now', params: { listingId }, path: '/listings/abc1' }), origin).to,
      listingId,
    ).toBe('/listings/abc1');
  }
  expect(
    replayOf(record({ action: 'buy_now', params: { listingId: '../evil?x=' }, path: '/listings/abc1' }), origin).to,
  ).toBe('/listings/abc1');
});

test('[RP-07] signing in leads to the intent, to the address that the page named, or to the dashboard; any other page was the user’s own choice', () => {
  const intent = { to: '/listings/a1?action=make_offer', toast: null };
  const page = '/auth/sign-in?next=%2Fsettings%2Fsecurity%3Fa%3D1%23b';
  for (const here of [intent.to, '/settings/security?a=1#b', '/dashboard'])
    expect(wasLed(page, here, intent, origin), here).toBe(true);
  for (const here of ['/about', '/settings/security', '/listings/a1', '/'])
    expect(wasLed(page, here, intent, origin), here).toBe(false);
  expect(wasLed('/auth/second-step', '/dashboard', null, origin)).toBe(true);
  expect(wasLed('/auth/sign-in?next=https%3A%2F%2Fevil.example%2Fx', '/x', null, origin)).toBe(false);
  // A user who was never on the sign-in page: another tab was.
  for (const here of [intent.to, '/dashboard', '/about'])
    expect(wasLed('/faq?next=%2Fabout', here, intent, origin), here).toBe(false);
});
