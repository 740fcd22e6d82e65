import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../../..');
/** The words of an earlier design, in which an order had a payment of its own. */
const forbidden = [
  /\bfrom payment(\s+\w{1,2})?\s+(where|join|left)\b/,
  /\bjoin payment\b/,
  /\b(update|insert into) payment\b/,
  /\.from\(payment\)/,
  /\bpayment\.orderId\b/,
  /metadata\??\.orderId/,
];
/** They read the order that a payment or refund names. */
const allowed = new Set([
  // Payments of the release before name an order, and their purchase has the same id.
  'platform/payments/purchase-metadata.ts',
  'platform/payments/receive.ts',
  // A refund is of one order.
  'features/orders/refunds/sync-refunds.server.ts',
]);

test('only a purchase has a payment: nothing reads one by an order', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !allowed.has(path),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.filter((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    return forbidden.some((one) => one.test(text));
  });
  expect(found).toEqual([]);
});
