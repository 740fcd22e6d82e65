// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts.
import { type Mutant, mutate } from './mutant.ts';

export const payoutsMutants: readonly Mutant[] = [
  ...mutate(
    { area: 'payouts', file: 'payment.rules.ts', tests: ['payment.rules.unit.test.ts'] },
    [
      'the fee of refunded money is kept',
      'const feeBack = Math.min(rest, Math.max(0, books.fee - Math.min(fee, books.left - own)));',
      'const feeBack = Math.min(0, fee);',
    ],
    [
      'more than the payment is taken from the seller',
      'const own = Math.min(Math.max(0, amount - covered), books.left);',
      'const own = amount;',
    ],
    ['returned money does not pay the debt', 'const paid = Math.min(sellers, books.debt);', 'const paid = 0;'],
    ['the fee is taken twice', 'Math.min(fee, left) - taken', 'Math.min(fee, left) - 0 * taken'],
  ),
  ...mutate(
    { area: 'payouts', file: 'hold.rules.ts', tests: ['pause.rules.unit.test.ts'] },
    [
      'the hold is short one order early',
      'steps.find(({ under }) => delivered < under)',
      'steps.find(({ under }) => delivered < under - 1)',
    ],
    ['a hold begins with the payment page', 'if (!deliveredAt) return null;', 'if (!deliveredAt) return new Date(0);'],
  ),
  ...mutate(
    { area: 'payouts', file: 'pause.rules.ts', tests: ['pause.rules.unit.test.ts'] },
    ['money goes to a suspended seller', "if (facts.isSellerSuspended) return 'suspended';", ''],
    ['money goes while the bank decides', "if (facts.hasBankDispute) return 'bank_dispute';", ''],
    [
      'a changed bank account does not wait',
      "return pausedUntil && now < pausedUntil ? { reason: 'bank_changed', until: pausedUntil } : null;",
      'return null;',
    ],
  ),
  ...mutate(
    { area: 'payouts', file: 'settle-payouts.server.ts', tests: ['send.test.ts'], only: 'without an active account' },
    [
      'a restricted account is not looked at again',
      'pause.until ?? (order.deliveredAt ? addMs(now, hourMs) : null)',
      'pause.until ?? null',
    ],
  ),
  ...mutate(
    {
      area: 'payouts',
      file: 'claim-transfer.server.ts',
      tests: ['recover.test.ts'],
      only: 'is debt and is set off once',
    },
    ['debts are not set off', '(debt > 0 ? await setOffDebts(tx, { id, row, owed }, now) : 0)', '0 * debt'],
    ['more than the debt is set off', 'const amount = Math.min(debt.amount, left);', 'const amount = left;'],
  ),
  ...mutate({ area: 'payouts', file: 'claim-transfer.server.ts', tests: ['send.test.ts'], only: 'without balance' }, [
    'a refused transfer is tried again at once',
    "return (pausedReason === 'refused' || pausedReason === 'short') && pausedUntil !== null && now < pausedUntil;",
    'return pausedReason === null && pausedUntil !== null && now < pausedUntil;',
  ]),
  ...mutate(
    { area: 'payouts', file: 'send-transfer.server.ts', tests: ['send.test.ts'] },
    [
      'a transfer whose answer was lost is sent again',
      'calledAt && (await findTransfer(platform.payments, order.purchaseId, transferId))',
      'calledAt && null',
    ],
    [
      'a pause between claim and call is ignored',
      'if (pause || account?.stripeAccountId !== accountId)',
      'if (account?.stripeAccountId !== accountId)',
    ],
  ),
  ...mutate(
    { area: 'payouts', file: 'send-transfer.server.ts', tests: ['recover.test.ts'], only: 'meets a claimed transfer' },
    [
      'a debt that meets a transfer is not taken back',
      'if (debt > 0) tx.enqueue(recoverDebtJob, { subject: orderId });',
      'void debt;',
    ],
  ),
  ...mutate({ area: 'payouts', file: 'send-due.server.ts', tests: ['send.test.ts'], only: 'less than the minimum' }, [
    'small sums wait for ever',
    'const sellers = [...(await listOwedSellers(db, minimum)), ...old];',
    'const sellers = [...(await listOwedSellers(db, minimum)), ...old.slice(0, 0)];',
  ]),
  ...mutate(
    { area: 'payouts', file: 'recover-debt.server.ts', tests: ['recover.test.ts'], only: 'a reversal whose answer' },
    [
      'a reversal whose answer was lost is made again',
      'calledAt && (await findReversal(platform.payments, call.transferId, id))',
      'calledAt && null',
    ],
  ),
  ...mutate(
    { area: 'payouts', file: 'recover-debt.server.ts', tests: ['recover.test.ts'], only: 'takes what the account has' },
    [
      'a short account gives nothing back',
      'const rest = has > 0 ? await claim(platform, orderId, has) : null;',
      'const rest = has > 0 ? null : null;',
    ],
  ),
  ...mutate({ area: 'payouts', file: 'own-movements.server.ts', tests: ['compare.test.ts'] }, [
    'Stripe’s fees of payments are not booked',
    'const cost = { orders: fee,',
    'const cost = { orders: 0 * fee,',
  ]),
  ...mutate({ area: 'payouts', file: 'compare-day.server.ts', tests: ['compare.test.ts'] }, [
    'the comparison reads the last hour alone',
    'return addMs(rows[0]?.at ? new Date(rows[0].at) : clock.now(), -overlapMs);',
    'return addMs(clock.now(), -hourMs * Math.sign(rows.length + overlapMs));',
  ]),
  ...mutate(
    { area: 'payouts', file: 'issue-invoices.server.ts', tests: ['invoices.test.ts'] },
    [
      'numbers of invoices have gaps or come twice',
      ".where(eq(invoiceSeries.name, seriesName)).for('update');",
      '.where(eq(invoiceSeries.name, seriesName));',
    ],
    ['the tax of invoices is not booked', 'for (const row of rows) await bookTax(tx, row);', 'void bookTax;'],
  ),
  ...mutate(
    {
      area: 'payouts',
      file: 'follow-account.server.ts',
      tests: ['accounts.test.ts'],
      only: 'started before the stored one',
    },
    [
      'an older reading of an account replaces a newer one',
      'if (!known || known.readNumber > reading) return;',
      'if (!known) return;',
    ],
  ),
];
