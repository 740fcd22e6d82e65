// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from './mutation.ts';

const room = 'src/features/orders';
const looks = [`${room}/second-looks.test.ts`];
const whole = [`${room}/orders.test.ts`];
const away = [`${room}/stripe-away.test.ts`];
const forged = [`${room}/forged-webhooks.test.ts`];
const late = [`${room}/late-money.test.ts`];
const banks = [`${room}/chargebacks.test.ts`];
const bankNews = [`${room}/chargeback-news.test.ts`];
const stock = ['src/features/listings/stock/stock.test.ts'];

/** Faults in holds, payments, refunds, what banks ask back. */
export const money: readonly Mutation[] = [
  ...planted({ area: 'money', file: `${room}/end-hold.server.ts`, tests: looks, only: 'a hold whose end comes too early' }, [
    'a hold ends too early',
    'if (now < row.holdExpiresAt) throw',
    'if (now < row.holdExpiresAt && false) throw',
  ]),
  ...planted({ area: 'money', file: `${room}/end-hold.server.ts`, tests: away, only: 'while Stripe is down no hold is freed' }, [
    'a copy is freed under an open page',
    "if ((closed === 'unknown' || closed === 'completed') && now",
    "if (closed === 'completed' && now",
  ]),
  ...planted(
    { area: 'money', file: `${room}/reconcile-orders.server.ts`, tests: looks, only: 'taken up by the comparison' },
    ['the comparison takes up no lost holds', 'for (const { id } of held) tx.enqueue(endHoldJob, { orderId: id }, { key: id });', ''],
    ['the comparison takes up no lost refunds', 'for (const { id } of asked) tx.enqueue(sendRefundJob, { refundId: id }, { key: id });', ''],
    [
      'the comparison does not wait for jobs that are on their way',
      'lt(orders.holdExpiresAt, before)',
      'lt(orders.holdExpiresAt, platform.clock.now())',
    ],
  ),
  ...planted(
    { area: 'money', file: `${room}/tick-order.server.ts`, tests: looks, only: 'a timer of a state' },
    [
      'a tick ignores the state',
      "if (order.status !== status || order.attention !== null || (await hasOpenChargeback(tx.db, orderId))) return;\n    if (!('transition' in mayMove(timer.verb, 'timer', order, now))) return;",
      '',
    ],
    ['a tick ignores that an operator is waited for', 'order.attention !== null || ', ''],
    ['a tick ignores the time', "if (!('transition' in mayMove(timer.verb, 'timer', order, now))) return;", ''],
  ),
  ...planted({ area: 'money', file: `${room}/tick-order.server.ts`, tests: banks, only: 'before shipping' }, [
    'a tick does not wait for the bank',
    ' || (await hasOpenChargeback(tx.db, orderId))',
    '',
  ]),
  ...planted({ area: 'money', file: `${room}/chargebacks.queries.server.ts`, tests: banks, only: 'before shipping' }, [
    'a refund does not wait for the bank',
    'if (!(await doesBankDecide(tx.db, orderId))) return;',
    'return;',
  ]),
  ...planted({ area: 'money', file: `${room}/refunds.server.ts`, tests: banks, only: 'of a part only' }, [
    'what the bank took is given once more',
    ' - (await takenOf(tx, orderId))',
    '',
  ]),
  ...planted(
    { area: 'money', file: `${room}/sync-chargebacks.server.ts`, tests: bankNews, only: 'asked for before' },
    ['a late answer about the bank is believed', 'if (known && known.reading > paid.chargebackReading) return order;', ''],
    ['what the bank took is not booked', 'if (booked !== 0) await bookTransfer(', 'if (booked === 7) await bookTransfer('],
  ),
  ...planted({ area: 'money', file: `${room}/follow-chargeback.server.ts`, tests: banks, only: 'after delivery' }, [
    'no timer is set again after the bank has decided',
    'if (due) tx',
    'if (due && false) tx',
  ]),
  ...planted({ area: 'money', file: `${room}/send-evidence.server.ts`, tests: banks, only: 'after delivery' }, [
    'a bank is answered twice',
    'if (!canAnswer(row)) {',
    'if (false) {',
  ]),
  ...planted({ area: 'money', file: `${room}/reconcile-orders.server.ts`, tests: bankNews, only: 'daily look' }, [
    'nobody looks daily at what the bank has not decided',
    'for (const { id } of undecided) tx.enqueue(syncChargebacksJob, { orderId: id }, { key: id });',
    '',
  ]),
  ...planted({ area: 'money', file: `${room}/hear-bank.server.ts`, tests: bankNews, only: 'overtake' }, [
    'news of the bank that come first are lost',
    'await convergeOrder(platform, metadata.orderId);',
    '',
  ]),
  ...planted({ area: 'money', file: `${room}/follow-fraud-warning.server.ts`, tests: bankNews, only: 'stays over' }, [
    'a warning of the bank comes alive again',
    ' && known?.isActionable !== false',
    '',
  ]),
  ...planted({ area: 'money', file: 'src/platform/payments/reconcile.ts', tests: ['src/platform/payments/reconcile.test.ts'] }, [
    'the comparison asks for all types at once, the bank’s too',
    'const typesAtOnce = 20;',
    'const typesAtOnce = 100;',
  ]),
  ...planted(
    { area: 'money', file: `${room}/free-unpaid-order.server.ts`, tests: looks, only: 'a timer of a state|taken up by the comparison' },
    ['an order that is paid is freed', "if (order.status !== 'pending_payment') return order;", ''],
    ['a freed order keeps its copies', 'await releaseStock(tx, { listingId: item.listingId, quantity: item.quantity, orderId, now });', 'void item;'],
  ),
  ...planted({ area: 'money', file: 'src/features/listings/lifecycle/move-listing.server.ts', tests: looks, only: 'is not taken down' }, [
    'a listing is removed while a copy is held',
    'if (row.quantityHeld > 0)\n      throw',
    'if (row.quantityHeld > 999)\n      throw',
  ]),
  ...planted(
    { area: 'money', file: `${room}/send-refund.server.ts`, tests: looks, only: 'a refund that' },
    ['a refund is sent without a key', '{ idempotencyKey: `refund-${refundId}` },', '{},'],
    ['an old refund key is trusted', '> keyIsGoodMs', '> 1_000 * keyIsGoodMs'],
  ),
  ...planted(
    { area: 'money', file: `${room}/sync-refunds.server.ts`, tests: looks, only: 'a refund that' },
    ['a refund that failed at Stripe is booked', "if (found.status === 'failed' || found.status === 'canceled') {", 'if (found.status === null) {'],
    ['a refund that failed comes alive again', "if (isKnown && row.state === 'failed') return;", ''],
  ),
  ...planted({ area: 'money', file: `${room}/sync-refunds.server.ts`, tests: looks, only: 'a refund that' }, [
    'a refund is booked each time it is heard of',
    "if (isKnown && row.state === 'done') return;",
    '',
  ]),
  ...planted({ area: 'money', file: `${room}/sync-refunds.server.ts`, tests: [`${room}/refunds.test.ts`] }, [
    'what the bank sent back stays given',
    "if (row.state === 'done') await bookTransfer(tx, order, `refund-failed:${row.id}`, row.amount, now);",
    '',
  ]),
  ...planted({ area: 'money', file: `${room}/refunds.server.ts`, tests: [`${room}/refunds.test.ts`] }, [
    'a failed refund counts as given back',
    ".where(and(eq(refund.orderId, orderId), ne(refund.state, 'failed')));",
    '.where(eq(refund.orderId, orderId));',
  ]),
  ...planted({ area: 'money', file: `${room}/refunds.server.ts`, tests: looks, only: 'a refund that|is not taken down' }, [
    'one side of the ledger is not written',
    "{ ...entry, account: 'order', amount: -amount },",
    '',
  ]),
  ...planted(
    { area: 'money', file: `${room}/refund-order.server.ts`, tests: [`${room}/refunds.test.ts`], only: 'refunds: in part' },
    ['more is given back than is left', 'if (amount > left) throw', 'if (amount > 2 * left) throw'],
    ['another currency is given back', 'if (wanted && wanted.currency !== order.currency) {', 'if (wanted && wanted.currency === undefined) {'],
  ),
  ...planted(
    { area: 'money', file: `${room}/converge-order.server.ts`, tests: forged, only: 'does not fit the order' },
    [
      'another amount is booked',
      'if (session.amount_total !== paid.amount || intent.amount_received !== paid.amount)',
      'if (session.amount_total === null)',
    ],
    ['another currency is booked', 'if (session.currency !== currency || intent?.currency !== currency)', 'if (!intent)'],
    ['another checkout is booked', 'if (paid.sessionId && paid.sessionId !== session.id)', "if (paid.sessionId === '')"],
  ),
  ...planted(
    { area: 'money', file: `${room}/converge-order.server.ts`, tests: late, only: 'money that lands late' },
    ['late money is kept though the copy is gone', 'await returnLateMoney(tx, order, { ...paid, ...captured }, now);', ''],
    [
      'late money takes a copy that is described otherwise',
      'holdStock(tx, { ...item, ...priceOf',
      'holdStock(tx, { ...item, listingVersion: undefined, ...priceOf',
    ],
    ['late money takes a copy that is not free', 'if (isRefusal(error)) return false;', 'if (isRefusal(error)) return true;'],
  ),
  ...planted({ area: 'money', file: `${room}/converge-order.server.ts`, tests: looks, only: 'is not taken down' }, [
    'a paid order sells nothing',
    'await sellStock(tx, { listingId: item.listingId, quantity: item.quantity, orderId, now });',
    'void item;',
  ]),
  ...planted({ area: 'money', file: `${room}/checkout.server.ts`, tests: away, only: 'cut off before its payment page' }, [
    'a repeated call opens a second page',
    'return `order-${orderId}-1`;',
    'return `order-${orderId}-${Math.random()}`;',
  ]),
  ...planted({ area: 'money', file: `${room}/order.policy.ts`, tests: whole, only: 'known to its two sides' }, [
    'a stranger is taken for the seller',
    "memberId === sellerId ? 'seller' : null;",
    "'seller';",
  ]),
  ...planted(
    { area: 'money', file: `${room}/order.process.ts`, tests: [`${room}/order.process.test.ts`] },
    [
      'a buyer calls off what the seller still has time to send',
      "by: ['buyer'], afterMs: orderTimes.shipWithinMs },\n  { verb: 'hand_over'",
      "by: ['buyer'] },\n  { verb: 'hand_over'",
    ],
    ['a timer completes what has just arrived', "by: ['timer'], afterMs: orderTimes.completeMs }", "by: ['buyer'] }"],
  ),
  ...planted(
    { area: 'money', file: 'src/features/listings/stock/sale-guards.server.ts', tests: stock },
    ['more copies are held than there are', 'if (available < quantity)', 'if (available < 1)'],
    ['an expired listing is held', ' && row.expiresAt > now', ''],
  ),
  ...planted(
    { area: 'money', file: 'src/features/listings/stock/stock.server.ts', tests: stock },
    ['one buys from oneself', "listingPolicy.check({ id: buyerId, role: 'member' }, 'buy', row);", ''],
    ['another price than the buyer saw is held', 'if (isPriceOther) throw', 'if (isPriceOther && agreedPrice) throw'],
    ['something else than the buyer saw is held', 'if (changes.length > 0) throw', 'if (changes.length > 99) throw'],
  ),
  ...planted({ area: 'money', file: 'src/features/listings/read/listing.write.server.ts', tests: stock }, [
    'two buyers are given the same copy',
    "where(eq(listing.id, id)).for('update');",
    'where(eq(listing.id, id));',
  ]),
  ...planted({ area: 'money', file: `${room}/place-order.server.ts`, tests: [`${room}/hold-pause.test.ts`] }, [
    'whoever is paused holds copies',
    'await refuseWhilePaused(tx, { buyerId, listingId, network }, now);',
    '',
  ]),
  ...planted({ area: 'money', file: 'src/features/listings/read/listing.write.server.ts', tests: stock }, [
    'an edit leaves no trace for those who have looked',
    '...(lost ? { factsVersion: row.version + 1 } : {}),',
    '',
  ]),
  ...planted(
    { area: 'money', file: 'src/features/listings/stock/stock.server.ts', tests: stock },
    [
      'a release gives no copy back',
      'const stock = { quantityHeld: row.quantityHeld - move.quantity };',
      'const stock = { quantityHeld: row.quantityHeld };',
    ],
    ['a sold copy stays held', 'quantityHeld: row.quantityHeld - move.quantity, quantitySold', 'quantityHeld: row.quantityHeld, quantitySold'],
    ['more is released than is held', 'if (row.quantityHeld < quantity) throw', 'if (row.quantityHeld < 0) throw'],
  ),
  ...planted(
    { area: 'money', file: 'src/platform/payments/receive.ts', tests: ['src/platform/payments/receive.test.ts'] },
    ['an event of Stripe counts each time', 'if (fresh.delete(event.id)) tx', 'if (fresh) tx'],
    ['an event of Stripe counts twice in one page', 'if (fresh.delete(event.id)) tx', 'if (fresh.has(event.id)) tx'],
    ['whose account it was is lost', 'account: event.account ?? null,\n    orderId', 'account: null,\n    orderId'],
  ),
  ...planted({ area: 'money', file: 'src/platform/payments/webhook.ts', tests: forged, only: 'forgeries change nothing' }, [
    'an event of the other mode is believed',
    'if (event.livemode === platform.payments.livemode) await',
    'await',
  ]),
];
