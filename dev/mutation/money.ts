// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts.
import { type Mutant, mutate } from './mutant.ts';

export const moneyMutants: readonly Mutant[] = [
  ...mutate({ area: 'money', file: 'split-over-orders.server.ts', tests: ['split-over-orders.unit.test.ts'] }, [
    'what Stripe moved is split by totals',
    'splitByRemainder(first, left)',
    'splitByRemainder(first, totals)',
  ]),
  ...mutate(
    {
      area: 'money',
      file: 'hold-purchase.server.ts',
      tests: ['several-sellers.test.ts'],
      only: 'all or nothing|whatever is available',
    },
    [
      'a purchase of all is bought in part',
      "if (wanted.mode === 'all' || lines.length === 0)",
      'if (lines.length === 0)',
    ],
    ['another total than confirmed is charged', '  refuseOtherTotal(total, wanted, refused);', ''],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'late-money.server.ts',
      tests: ['several-sellers.test.ts'],
      only: 'one of three copies gone',
    },
    [
      'late money for a copy that is gone is kept',
      "await requestRefund(tx, order, { cause: 'late_payment' }, now);",
      '',
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'free-purchase.server.ts',
      tests: ['several-sellers.test.ts'],
      only: 'an accepted offer and',
    },
    ['an offer’s copies are released with the others', 'without(own, reserved)', 'own'],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'end-purchase.server.ts',
      tests: ['second-review.test.ts'],
      only: 'a hold whose end comes too early',
    },
    [
      'a hold ends before its time',
      'if (now < paid.holdExpiresAt) throw',
      'if (now < paid.holdExpiresAt && false) throw',
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'end-purchase.server.ts',
      tests: ['stripe-away.test.ts'],
      only: 'while Stripe is down no hold is freed',
    },
    [
      'stock is released while the payment page is open',
      "if ((closed === 'unknown' || closed === 'completed') && now",
      "if (closed === 'completed' && now",
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'reconcile-orders.server.ts',
      tests: ['second-review.test.ts'],
      only: 'taken up by the comparison',
    },
    [
      'reconciliation skips lost holds',
      'for (const { id } of held) tx.enqueue(endPurchaseJob, { purchaseId: id }, { key: id });',
      '',
    ],
    [
      'reconciliation skips lost refunds',
      'for (const { id } of unsent) tx.enqueue(sendRefundJob, { refundId: id }, { key: id });',
      '',
    ],
  ),
  ...mutate(
    { area: 'money', file: 'tick-order.server.ts', tests: ['second-review.test.ts'], only: 'a timer of a state' },
    ['a timer moves an order that waits for an operator', 'order.attention !== null ||', ''],
    ['a timer ignores the time', "if (!('transition' in mayMove(timer.verb, 'timer', order, now))) return;", ''],
  ),
  ...mutate({ area: 'money', file: 'tick-order.server.ts', tests: ['chargebacks.test.ts'], only: 'before shipping' }, [
    'a timer ignores an open chargeback',
    '|| (await hasOpenChargeback(tx.db, orderId))',
    '',
  ]),
  ...mutate(
    { area: 'money', file: 'refunds.server.ts', tests: ['chargebacks.test.ts'], only: 'a partial chargeback' },
    ['a refund ignores the amount of a chargeback', '- (await takenOf(tx, order.id))', ''],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'sync-chargebacks.server.ts',
      tests: ['chargeback-notifications.test.ts'],
      only: 'requested before a newer',
    },
    [
      'an outdated reading of a chargeback is applied',
      'if (known && known.reading > read.chargebackReading) return placed;',
      '',
    ],
    ['a chargeback is not booked', 'await bookMoney(tx, moved,', 'await bookMoney(tx, [],'],
  ),
  ...mutate(
    { area: 'money', file: 'send-evidence.server.ts', tests: ['chargebacks.test.ts'], only: 'after delivery' },
    ['evidence is sent twice', 'if (!canAnswer(row)) {', 'if (false) {'],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'handle-bank-event.server.ts',
      tests: ['chargeback-notifications.test.ts'],
      only: 'overtake',
    },
    ['a chargeback before its payment is lost', 'await convergePurchase(platform, purchaseId);', ''],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'free-purchase.server.ts',
      tests: ['second-review.test.ts'],
      only: 'a timer of a state|taken up by the comparison',
    },
    ['a paid order is released', "if (paid.status !== 'open') return paid;", ''],
    [
      'a released order keeps its stock',
      'await releaseStock(tx, { listingId, quantity, orderId: order.id, now });',
      'void quantity;',
    ],
  ),
  ...mutate(
    { area: 'money', file: 'move-listing.server.ts', tests: ['second-review.test.ts'], only: 'is not taken down' },
    [
      'a listing is removed while a copy is held',
      'if (row.quantityHeld > 0)\n      throw',
      'if (row.quantityHeld > 999)\n      throw',
    ],
  ),
  ...mutate(
    { area: 'money', file: 'send-refund.server.ts', tests: ['second-review.test.ts'], only: 'a refund that' },
    ['a refund is sent without an idempotency key', '{ idempotencyKey: `refund-${refundId}` }', '{}'],
    ['an expired idempotency key is trusted', '> keyIsGoodMs', '> 1_000 * keyIsGoodMs'],
  ),
  ...mutate(
    { area: 'money', file: 'sync-refunds.server.ts', tests: ['second-review.test.ts'], only: 'a refund that' },
    [
      'a failed refund is booked',
      "if (found.status === 'failed' || found.status === 'canceled') {",
      'if (found.status === null) {',
    ],
    ['a refund is booked twice', "if (isKnown && row.state === 'done') return;", ''],
  ),
  ...mutate({ area: 'money', file: 'sync-refunds.server.ts', tests: ['refunds.test.ts'] }, [
    'a returned refund stays booked',
    "if (row.state === 'done')\n      await bookMoney(tx, [{ order, amount: row.amount }], { kind: 'refund-failed', of: row.id }, now);",
    '',
  ]),
  ...mutate({ area: 'money', file: 'refunds.server.ts', tests: ['refunds.test.ts'] }, [
    'a failed refund counts as refunded',
    ".where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));",
    '.where(eq(refund.orderId, orderId));',
  ]),
  ...mutate(
    {
      area: 'money',
      file: 'book-payment.server.ts',
      tests: ['second-review.test.ts'],
      only: 'a refund that|is not taken down',
    },
    ['one side of a ledger entry is missing', '...money(sum, currency)', '...money(0, currency)'],
  ),
  ...mutate(
    { area: 'money', file: 'refund-order.server.ts', tests: ['refunds.test.ts'], only: 'refunds: in part' },
    ['a refund exceeds the paid amount', 'if (amount > left) throw', 'if (amount > 2 * left) throw'],
    [
      'a refund in another currency',
      'if (wanted && wanted.currency !== order.currency) {',
      'if (wanted && wanted.currency === undefined) {',
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'converge-purchase.server.ts',
      tests: ['forged-webhooks.test.ts'],
      only: 'does not fit the order',
    },
    [
      'a payment of another amount is booked',
      'if (session.amount_total !== paid.totalAmount || intent.amount_received !== paid.totalAmount)',
      'if (session.amount_total === null)',
    ],
    [
      'a payment in another currency is booked',
      'if (session.currency !== currency || intent?.currency !== currency)',
      'if (!intent)',
    ],
    [
      'a payment of another checkout is booked',
      'if (paid.sessionId && paid.sessionId !== session.id)',
      "if (paid.sessionId === '')",
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'converge-purchase.server.ts',
      tests: ['late-money.test.ts'],
      only: 'money that lands late',
    },
    ['a late payment is kept although the stock is gone', 'await returnLateMoney(tx, order, now);', ''],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'late-money.server.ts',
      tests: ['late-money.test.ts'],
      only: 'money that lands late',
    },
    [
      'a late payment takes stock that is not available',
      'if (isRefusal(error)) return false;',
      'if (isRefusal(error)) return true;',
    ],
  ),
  ...mutate(
    { area: 'money', file: 'converge-purchase.server.ts', tests: ['second-review.test.ts'], only: 'is not taken down' },
    [
      'a paid order does not reduce the stock',
      'await sellStock(tx, { listingId, quantity, orderId: order.id, now });',
      'void quantity;',
    ],
  ),
  ...mutate(
    {
      area: 'money',
      file: 'checkout.server.ts',
      tests: ['stripe-away.test.ts'],
      only: 'cut off before its payment page',
    },
    [
      'a repeated call opens a second payment page',
      'idempotencyKey: paid.idempotencyKey',
      'idempotencyKey: String(Math.random())',
    ],
  ),
  ...mutate({ area: 'money', file: 'order.policy.ts', tests: ['orders.test.ts'], only: 'known to its two sides' }, [
    'a third member counts as the seller',
    "memberId === sellerId ? 'seller' : null;",
    "'seller';",
  ]),
  ...mutate(
    { area: 'money', file: 'sale-guards.server.ts', tests: ['stock.test.ts'] },
    ['more copies are held than are available', 'if (available < quantity)', 'if (available < 1)'],
    ['an expired listing is held', '&& row.expiresAt > now', ''],
  ),
  ...mutate(
    { area: 'money', file: 'stock.server.ts', tests: ['stock.test.ts'] },
    ['a seller buys their own listing', "listingPolicy.check({ id: buyerId, role: 'member' }, 'buy', row);", ''],
    [
      'a hold at a price that the buyer did not see',
      'if (isPriceOther) throw',
      'if (isPriceOther && agreedPrice) throw',
    ],
    [
      'a release does not restore the stock',
      'const stock = { quantityHeld: row.quantityHeld - move.quantity };',
      'const stock = { quantityHeld: row.quantityHeld };',
    ],
    [
      'a sold copy stays held',
      'quantityHeld: row.quantityHeld - move.quantity, quantitySold',
      'quantityHeld: row.quantityHeld, quantitySold',
    ],
    ['more is released than is held', 'if (row.quantityHeld < quantity) throw', 'if (row.quantityHeld < 0) throw'],
  ),
  ...mutate({ area: 'money', file: 'listing.write.server.ts', tests: ['stock.test.ts'] }, [
    'the stock row is not locked',
    "where(eq(listing.id, id)).for('update');",
    'where(eq(listing.id, id));',
  ]),
  ...mutate({ area: 'money', file: 'reserve-lines.server.ts', tests: ['hold-pause.test.ts'] }, [
    'a paused buyer holds stock',
    'await refuseWhilePaused(tx, pauses, { buyerId, listingId }, now);',
    '',
  ]),
  ...mutate(
    { area: 'money', file: 'receive.ts', tests: ['receive.test.ts'] },
    ['a Stripe event is processed twice', 'if (fresh.delete(event.id)) tx', 'if (fresh) tx'],
    ['a Stripe event is processed twice in one page', 'if (fresh.delete(event.id)) tx', 'if (fresh.has(event.id)) tx'],
  ),
  ...mutate(
    { area: 'money', file: 'webhook.ts', tests: ['forged-webhooks.test.ts'], only: 'forgeries change nothing' },
    [
      'an event of the other Stripe mode is accepted',
      'if (event.livemode === platform.payments.livemode) await',
      'await',
    ],
  ),
  ...mutate(
    { area: 'fees', file: 'order.present.server.ts', tests: ['fees.test.ts'] },
    ['the buyer sees the fee', 'fee: isBuyer ? null : feeFor(', 'fee: feeFor('],
    ['the snapshot exposes the fee', 'snapshot: withoutFee(item.snapshot)', 'snapshot: { ...item.snapshot }'],
  ),
  ...mutate({ area: 'fees', file: 'load-listing.server.ts', tests: ['admin-sees.test.ts'] }, [
    'an operator reads drafts',
    'if (facts.publishedAt === null) throw notFound(unknownListing);',
    '',
  ]),
  ...mutate({ area: 'fees', file: 'trader-status.queries.server.ts', tests: ['traders.test.ts'] }, [
    'a trader sells without a name',
    'if (missing.length === 0) return;',
    'return;',
  ]),
  ...mutate({ area: 'prices', file: 'settle-sale.server.ts', tests: ['prices.test.ts'] }, [
    'a refunded order stays a sale',
    "if (paidAt === null || back === 'all' || (await takenOf(tx, orderId)) > 0) return dropSales(tx, orderId);",
    'if (paidAt === null) return dropSales(tx, orderId);',
  ]),
  ...mutate(
    {
      area: 'prices',
      file: 'sync-chargebacks.server.ts',
      tests: ['prices-taken-back.test.ts'],
      only: 'bank takes back',
    },
    ['an order with a chargeback stays a sale', 'for (const order of placed) await settleSale(tx, order);', ''],
  ),
  ...mutate({ area: 'prices', file: 'price-gauge.server.ts', tests: ['price-gauge.test.ts'] }, [
    'the price gauge mixes conditions',
    'and condition = $3',
    ' and (condition = $3 or true)',
  ]),
  ...mutate({ area: 'prices', file: 'read-prices.server.ts', tests: ['prices.test.ts'] }, [
    'graded cards count as ungraded',
    '($3::text is null or condition = $3)',
    'true',
  ]),
  ...mutate({ area: 'orders', file: 'earnings.server.ts', tests: ['dashboard.test.ts'] }, [
    'earnings include refunds',
    'sum(o.total_amount - back.amount - case',
    'sum(o.total_amount - case',
  ]),
  ...mutate(
    { area: 'orders', file: 'order-steps.server.ts', tests: ['thread-orders.test.ts'] },
    ["a thread shows other buyers' orders", 'eq(orders.sellerId, otherId)', 'sql`true`'],
    ['a seller sees an unpaid order', "ordersOf(viewerId, 'seller'), eq", 'eq(orders.sellerId, viewerId), eq'],
  ),
];
