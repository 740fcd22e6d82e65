import { expect, test } from 'vitest';
import type { OrderPayout } from '../queries/balance.contract.ts';
import { bankSentence, shownState } from './payout-words.ts';

const day = '2026-12-03T00:00:00.000Z';
const sent: OrderPayout = {
  orderId: 'o',
  title: 'Mew',
  state: 'on_the_way',
  amount: { amount: 3_000, currency: 'EUR' },
  paidAt: '2026-11-20T10:00:00.000Z',
  dueAt: null,
  readyAt: null,
  sentAt: '2026-12-01T10:00:00.000Z',
  pause: null,
  bankPayout: null,
};
const inBank = (status: 'in_transit' | 'paid' | 'failed', problem: string | null = null): OrderPayout => ({
  ...sent,
  state: status === 'paid' ? 'paid_out' : 'on_the_way',
  bankPayout: { id: 'po', status, arrivesAt: day, problem },
});

test('the money line says where the money is after it was sent, with its day', () => {
  expect(bankSentence({ ...sent, state: 'ready' })).toBeNull();
  expect(bankSentence({ ...sent, sentAt: null })).toBe('Being sent to Stripe.');
  expect(bankSentence(sent)).toBe('Sent to Stripe on 1 Dec 2026.');
  expect(bankSentence(inBank('in_transit'))).toBe('Expected at your bank on 3 Dec 2026.');
  expect(bankSentence(inBank('paid'))).toBe('Paid out on 3 Dec 2026.');
});

test('a payout that came back says why, and is marked', () => {
  const failed = inBank('failed', 'Your bank account is closed. Enter another bank account.');
  expect(bankSentence(failed)).toBe('Your bank account is closed. Enter another bank account.');
  expect(shownState(failed)).toEqual({ label: 'Failed', tone: 'bad' });
  expect(shownState(inBank('paid')).label).toBe('Paid out');
});

test('an order whose money was set off against a debt has no day at the bank', () => {
  expect(bankSentence({ ...sent, state: 'paid_out' })).toBeNull();
});
