import { expect, test } from 'vitest';
import { addMs, dayMs } from '#kernel/time.ts';
import { defaultFigures } from '../model/payout-rule.ts';
import { holdDaysFor, holdEnd } from './hold.rules.ts';
import { pauseOfRelease, pauseOfTransfer } from './pause.rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const fine = {
  status: 'delivered',
  paidAt: addMs(now, -20 * dayMs),
  deliveredAt: addMs(now, -10 * dayMs),
  isConfirmed: true,
  left: 1_000,
  hasBankDispute: false,
  hasFraudWarning: false,
  hasOpenWithdrawal: false,
  hasUnsentRefund: false,
  needsAttention: false,
  isSellerSuspended: false,
} as const;
const active = { state: 'active', stripeAccountId: 'acct_1', pausedUntil: null, lacksTaxDetails: false } as const;
const undecided = { decidedAt: null };
const release = { account: active, dueAt: addMs(now, -dayMs), paidAt: fine.paidAt, decideAfterDays: 80 };

test('money is released after its hold, if nothing speaks against it', () => {
  expect(pauseOfRelease(fine, release, now)).toBeNull();
  const dueAt = addMs(now, 1);
  expect(pauseOfRelease(fine, { ...release, dueAt }, now)).toEqual({ reason: 'hold', until: dueAt });
  expect(pauseOfRelease(fine, { ...release, account: null }, now)).toBeNull();
});

test.each([
  ['bank_dispute', { hasBankDispute: true }],
  ['problem', { status: 'disputed' }],
  ['refund', { hasUnsentRefund: true }],
  ['ended', { status: 'refunded' }],
  ['ended', { status: 'canceled' }],
  ['fraud_warning', { hasFraudWarning: true }],
  ['withdrawal', { hasOpenWithdrawal: true }],
  ['attention', { needsAttention: true }],
  ['suspended', { isSellerSuspended: true }],
] as const)('%s pauses release and transfer until somebody acts', (reason, change) => {
  expect(pauseOfRelease({ ...fine, ...change }, release, now)).toEqual({ reason, until: null });
  expect(pauseOfTransfer({ ...fine, ...change }, undecided, active, now)).toEqual({ reason, until: null });
  const old = { ...release, paidAt: addMs(now, -80 * dayMs) };
  expect(pauseOfRelease({ ...fine, ...change }, old, now)).toEqual({ reason: 'decide', until: null });
});

test('nothing is released before the delivery, but what an admin released may be sent', () => {
  const undelivered = { ...fine, status: 'shipped', deliveredAt: null } as const;
  expect(pauseOfRelease(undelivered, { ...release, dueAt: null }, now)?.reason).toBe('not_delivered');
  expect(pauseOfTransfer(undelivered, undecided, active, now)).toBeNull();
});

test('a warning of the bank doesn’t keep what an admin released, other reasons do', () => {
  const decided = { decidedAt: now };
  expect(pauseOfTransfer({ ...fine, hasFraudWarning: true }, decided, active, now)).toBeNull();
  expect(pauseOfTransfer({ ...fine, isSellerSuspended: true }, decided, active, now)?.reason).toBe('suspended');
});

test.each(['restricted', 'closed', 'rejected'] as const)('nothing goes to a %s account', (state) => {
  expect(pauseOfRelease(fine, { ...release, account: { ...active, state } }, now)?.reason).toBe('account');
  expect(pauseOfTransfer(fine, undecided, { ...active, state }, now)?.reason).toBe('account');
});

test('transfers need an active account, and wait after a change of its bank account', () => {
  expect(pauseOfTransfer(fine, undecided, null, now)?.reason).toBe('account');
  expect(pauseOfTransfer(fine, undecided, { ...active, state: 'in_review' }, now)?.reason).toBe('account');
  expect(pauseOfTransfer(fine, undecided, { ...active, lacksTaxDetails: true }, now)).toEqual({
    reason: 'tax_details',
    until: null,
  });
  const pausedUntil = addMs(now, 1);
  expect(pauseOfTransfer(fine, undecided, { ...active, pausedUntil }, now)).toEqual({
    reason: 'bank_changed',
    until: pausedUntil,
  });
  expect(pauseOfTransfer(fine, undecided, { ...active, pausedUntil: now }, now)).toBeNull();
});

test.each([
  [0, 7],
  [2, 7],
  [3, 5],
  [9, 5],
  [10, 3],
  [24, 3],
  [25, null],
])('after %i delivered orders the hold is %s days', (delivered, days) => {
  expect(holdDaysFor({ delivered, disputed: 0, lost: 0 }, defaultFigures)).toBe(days);
});

test('too many disputes or losses keep the hold of three days', () => {
  expect(holdDaysFor({ delivered: 100, disputed: 1, lost: 0 }, defaultFigures)).toBe(3);
  expect(holdDaysFor({ delivered: 101, disputed: 1, lost: 2 }, defaultFigures)).toBeNull();
  expect(holdDaysFor({ delivered: 100, disputed: 0, lost: 2 }, defaultFigures)).toBe(3);
});

test('a hold ends days after the delivery, or with the buyer’s word, else when the order completes', () => {
  const deliveredAt = new Date('2028-02-27T23:30:00Z');
  const delivery = { deliveredAt, isConfirmed: false, completedAt: null };
  // Over a leap day, in hours and not in days of a calendar.
  expect(holdEnd(delivery, 3, 3 * dayMs)).toEqual(new Date('2028-03-01T23:30:00Z'));
  expect(holdEnd(delivery, null, 3 * dayMs)).toEqual(new Date('2028-03-01T23:30:00Z'));
  expect(holdEnd({ ...delivery, isConfirmed: true }, null, 3 * dayMs)).toEqual(deliveredAt);
  const completedAt = new Date('2028-02-28T10:00:00Z');
  expect(holdEnd({ ...delivery, completedAt }, null, 3 * dayMs)).toEqual(completedAt);
  expect(holdEnd({ ...delivery, deliveredAt: null }, 3, 3 * dayMs)).toBeNull();
});
