import { expect, test } from 'vitest';
import { payoutStateOf } from './payout-state.rules.ts';

const order = { status: 'delivered', left: 3_000, hasBankDispute: false } as const;
const held = { isReleased: false, held: 3_000, owed: 0, fee: 0, left: 3_000 };
const released = { isReleased: true, held: 0, owed: 0, fee: 190, left: 3_000 };
const known = { state: 'held', order, books: held, isClaimed: false } as const;

test('money is held until it is released, and returned where nothing of it is left', () => {
  expect(payoutStateOf(known)).toBe('held');
  expect(payoutStateOf({ ...known, order: { ...order, status: 'refunded', left: 0 } })).toBe('returned');
  // A completed order whose payment the bank took, or which was refunded in parts.
  const empty = { ...known, order: { ...order, status: 'completed', left: 0 }, books: { ...held, held: 0, left: 0 } };
  expect(payoutStateOf(empty as typeof known)).toBe('returned');
  // Until the bank has decided it may come back.
  expect(payoutStateOf({ ...empty, order: { ...order, left: 0, hasBankDispute: true } })).toBe('held');
});

test('released money is ready, sent, or returned where the buyer has the seller’s part back', () => {
  expect(payoutStateOf({ ...known, state: 'ready', books: { ...released, owed: 2_810 } })).toBe('ready');
  expect(payoutStateOf({ ...known, state: 'ready', books: released, isClaimed: true })).toBe('ready');
  expect(payoutStateOf({ ...known, state: 'ready', books: released })).toBe('sent');
  expect(payoutStateOf({ ...known, state: 'sent', books: { ...released, fee: 0, left: 0 } })).toBe('returned');
  expect(payoutStateOf({ ...known, state: 'sent', books: { ...released, left: 190 } })).toBe('returned');
  // The refund failed: the seller has it again.
  expect(payoutStateOf({ ...known, state: 'returned', books: released })).toBe('sent');
  const disputed = { ...order, hasBankDispute: true };
  expect(payoutStateOf({ ...known, state: 'sent', order: disputed, books: { ...released, left: 0 } })).toBe('sent');
});
