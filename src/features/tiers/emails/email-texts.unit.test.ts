import { expect, test } from 'vitest';
import { money } from '#kernel/numbers/money.ts';
import { failedEmail, type InvoiceFacts, paidEmail } from './email-texts.ts';

const facts: InvoiceFacts = {
  number: 'AB-0002',
  amount: money(400, 'USD'),
  isFirst: false,
  paidUntil: new Date('2026-12-20T10:00:00Z'),
  nextTryAt: new Date('2026-11-23T10:00:00Z'),
  isOver: false,
  pageUrl: 'https://market.example/settings/subscription',
};
const read = (email: ReturnType<typeof paidEmail>) =>
  [email.subject, ...email.paragraphs, email.button?.label].join('\n');

test('an email about a payment says what was charged or not, what follows and when, and never announces a retry that will not come', () => {
  expect(read(paidEmail(facts))).toMatch(
    /^Premium renewed\n[\s\S]*You were charged \$4\.00 \(invoice AB-0002\)\.\nPremium is paid until 20 Dec 2026 and renews on that day/,
  );
  expect(read(paidEmail({ ...facts, isFirst: true }))).toMatch(/^Welcome to Premium\n/);
  const failed = read(failedEmail(facts));
  expect(failed).toMatch(/^Premium payment failed\n/);
  expect(failed).toContain('try again on 23 Nov 2026');
  expect(failed).toContain('Your 2 newest listings stay for sale');
  // Where Stripe is configured to leave it unpaid after the last try, the subscription continues to wait.
  const left = read(failedEmail({ ...facts, nextTryAt: null }));
  expect(left).toContain('We won’t try again automatically. To have Premium again, pay the invoice.');
  expect(left).not.toContain('has ended');
  const over = read(failedEmail({ ...facts, nextTryAt: null, isOver: true }));
  expect(over).toMatch(/^Premium ended\n[\s\S]*You don’t owe anything\./);
  expect(over).not.toMatch(/try again|until the invoice is paid/);
});
