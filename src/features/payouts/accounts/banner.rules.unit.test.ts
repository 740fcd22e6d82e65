import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { bannerOf } from './banner.rules.ts';

const now = new Date('2026-11-12T12:00:00Z');
const asked = { what: 'identity.individual', by: 'member', error: null, isPastDue: false } as const;
const account = { state: 'active' as const, createdAt: addMs(now, -30 * dayMs), deadlineAt: null, requirements: [] };

const tax = { dueAt: null, isHeld: false };
const open = { isSalesBlocked: false, failed: null, tax };
const blocked = { ...open, isSalesBlocked: true };

test('a banner says what a seller has to see to, from the moment of its email', () => {
  const started = { ...account, state: 'started' as const };
  expect(bannerOf(null, open, now)).toBeNull();
  expect(bannerOf(account, open, now)).toBeNull();
  expect(bannerOf(null, blocked, now)).toEqual({ kind: 'blocked' });
  expect(bannerOf({ ...account, state: 'restricted' }, blocked, now)).toEqual({ kind: 'restricted' });
  expect(bannerOf({ ...started, createdAt: addMs(now, -3 * dayMs + 1) }, open, now)).toBeNull();
  expect(bannerOf({ ...started, createdAt: addMs(now, -3 * dayMs) }, open, now)).toEqual({ kind: 'unfinished' });
  const deadlineAt = addMs(now, 7 * dayMs);
  const due = { ...account, deadlineAt, requirements: [asked] };
  expect(bannerOf(due, open, now)).toEqual({ kind: 'deadline', until: deadlineAt.toISOString() });
  expect(bannerOf(due, open, addMs(now, -1))).toBeNull();
  expect(bannerOf({ ...due, requirements: [{ ...asked, by: 'stripe' }] }, open, now)).toBeNull();
  const failed = { amount: money(3_000, 'EUR'), problem: 'Your bank account is closed.' };
  expect(bannerOf(account, { ...open, failed }, now)).toEqual({ kind: 'bank_failed', ...failed });
});
