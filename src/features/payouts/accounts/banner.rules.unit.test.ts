import { expect, test } from 'vitest';
import { addMs, dayMs } from '#kernel/time.ts';
import { bannerOf } from './banner.rules.ts';

const now = new Date('2026-11-12T12:00:00Z');
const asked = { what: 'identity.individual', by: 'member', error: null, isPastDue: false } as const;
const account = { state: 'active' as const, createdAt: addMs(now, -30 * dayMs), deadlineAt: null, requirements: [] };

const tax = { dueAt: null, isHeld: false };
const [free, blocked] = [
  { isSalesBlocked: false, tax },
  { isSalesBlocked: true, tax },
];

test('a banner says what a seller has to see to, from the moment of its email', () => {
  const started = { ...account, state: 'started' as const };
  expect(bannerOf(null, free, now)).toBeNull();
  expect(bannerOf(account, free, now)).toBeNull();
  expect(bannerOf(null, blocked, now)).toEqual({ kind: 'blocked' });
  expect(bannerOf({ ...account, state: 'restricted' }, blocked, now)).toEqual({ kind: 'restricted' });
  expect(bannerOf({ ...started, createdAt: addMs(now, -3 * dayMs + 1) }, free, now)).toBeNull();
  expect(bannerOf({ ...started, createdAt: addMs(now, -3 * dayMs) }, free, now)).toEqual({ kind: 'unfinished' });
  const deadlineAt = addMs(now, 7 * dayMs);
  const due = { ...account, deadlineAt, requirements: [asked] };
  expect(bannerOf(due, free, now)).toEqual({ kind: 'deadline', until: deadlineAt.toISOString() });
  expect(bannerOf(due, free, addMs(now, -1))).toBeNull();
  expect(bannerOf({ ...due, requirements: [{ ...asked, by: 'stripe' }] }, free, now)).toBeNull();
});
