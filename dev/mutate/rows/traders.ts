// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const fees = ['src/features/orders/queries/sale-fees.test.ts'];
const share = ['src/features/orders/model/order.rules.test.ts'];
const told = ['src/features/orders/components/order/order-notifications.test.tsx'];
const at = (file: string, tests: string[]) => ({ area: tests === fees || tests === share ? 'fees' : 'traders', row: 'RO-05', file, tests });
const traders = ['src/features/traders/traders.test.ts'];
const terms = ['src/features/fees/fees.test.ts'];

export const traderRows: readonly Mutation[] = [
  ...planted(at('src/features/traders/trader-status.queries.server.ts', traders), [
    'a trader sells without a name',
    'if (missing.length === 0) return;',
    'return;',
  ]),
  ...planted(
    at('src/features/traders/set-trader-status.server.ts', traders),
    ['a marked trader is private by a press', "if (input.kind === 'private' && before?.markedAt)", 'if (before === undefined)'],
    ['what a trader showed stays when they are private', "{ kind: 'private', ...nothingShown }", "{ kind: 'private' as const }"],
    [
      'what they showed is written into the record of changes',
      'const fields = names.filter(',
      'const fields = Object.values(said).map(String).concat(names).filter(',
    ],
  ),
  ...planted(
    at('src/features/listings/reconcile/seller-status.server.ts', traders),
    ['an unnamed trader goes on selling', 'return dueAt !== null && dueAt <= now;', 'return false;'],
    ['a marked trader is off sale at once', 'return dueAt !== null && dueAt <= now;', 'return dueAt !== null;'],
  ),
  ...planted(at('src/features/listings/reconcile/follow-seller-status.server.ts', traders), [
    'the date passes unseen',
    'if (dueAt && dueAt > now)',
    'if (dueAt === now)',
  ]),
  ...planted(at('src/features/admin/reports/load-listing.server.ts', ['src/features/admin/shell/admin-sees.test.ts']), [
    'an operator reads drafts',
    'if (facts.publishedAt === null) throw notFound(unknownListing);',
    '',
  ]),
  ...planted(at('src/features/traders/erase-member.server.ts', traders), [
    'a leaver’s address stays',
    'await tx.db.delete(sellerStanding).where(eq(sellerStanding.memberId, memberId));',
    '',
  ]),
  ...planted(at('src/features/orders/place/place-order.server.ts', traders), [
    'an order does not keep who sold',
    'return { soldBy, fee',
    'return { fee',
  ]),
  ...planted(
    at('src/features/orders/queries/order.present.server.ts', terms),
    ['the buyer reads the fee', 'fee: isBuyer ? null : feeFor(', 'fee: feeFor('],
    ['the fee stands in the snapshot for both sides', 'snapshot: withoutFee(item.snapshot),', 'snapshot: { ...item.snapshot },'],
  ),
  ...planted(at('src/features/orders/queries/export.server.ts', fees), [
    'the buyer’s export has the fee',
    'buying.has(String(row.orderId)) ?',
    "buying.has('') ?",
  ]),
  ...planted(
    at('src/features/orders/model/order.rules.ts', share),
    ['a fee is taken of what went back', 'Math.min(fee.amount, kept)', 'fee.amount'],
    ['a fee is shown of what nobody paid', "if (!fee || (status === 'canceled' && paidAt === null)) return null;", 'if (!fee) return null;'],
  ),
  ...planted(at('src/features/orders/model/order.rules.ts', fees), [
    'an order of several is told as one',
    'return count > 1 ? `${title} and ${count - 1} more` : title;',
    'return title;',
  ]),
  ...planted(at('src/features/orders/emails/order.email-texts.ts', fees), [
    'the letters of a sale say nothing of the fee',
    'if (!share) return { rows, sum };',
    'return { rows, sum };',
  ]),
  ...planted(at('src/features/orders/components/order/order-items.tsx', told), [
    'the seller reads nothing of the fee',
    '{share && (',
    '{false && share && (',
  ]),
  ...planted(at('src/features/offers/components/sellers-part.tsx', ['src/features/offers/components/amount-fields.test.tsx']), [
    'who accepts reads nothing of the fee',
    '{sum > 0 && leftSentence(',
    '{sum < 0 && leftSentence(',
  ]),
  ...planted(at('src/features/offers/components/sellers-part.tsx', ['src/features/offers/components/amount-fields.test.tsx']), [
    'who counters reads of another amount',
    'typed ?? decimalOf(amount.amount)',
    'decimalOf(amount.amount)',
  ]),
  ...planted(at('src/features/offers/components/amount-fields.tsx', ['src/features/offers/components/amount-fields.test.tsx']), [
    'who offers to those who saved it reads nothing of the fee',
    'named > 0 && told(',
    'named < 0 && told(',
  ]),
  ...planted(
    at('src/features/orders/queries/inspect-order.server.ts', fees),
    [
      'an operator reads no fee',
      'const fee = agreed ? money(agreed.amount) : null;',
      'const fee = agreed && order.id === `x` ? money(agreed.amount) : null;',
    ],
    ['a shelf names one card', 'titleOfFirst(title, count)', 'title'],
  ),
  ...planted(at('src/features/orders/lifecycle/erase-member.server.ts', fees), ['who leaves owes one card', 'titleOfFirst(title, count)', 'title']),
  ...planted(at('src/app/pages/dashboard/needs.server.ts', fees), [
    'one card is to be sent',
    '${title} ${titleOf(order.items)}',
    '${title} ${titleOf(order.items.slice(0, 1))}',
  ]),
  ...planted(at('src/features/orders/components/order/order-facts.tsx', told), [
    'the first version stands for all',
    'const shown = items.flatMap(',
    'const shown = items.slice(0, 1).flatMap(',
  ]),
  ...planted(
    at('src/features/fees/fee.rules.ts', terms),
    [
      'a fee eats more than the card',
      'return Math.min(items, Math.floor((items * basisPoints) / 10_000) + fixed);',
      'return Math.floor((items * basisPoints) / 10_000) + fixed;',
    ],
    ['a fee is rounded for the market', 'Math.floor((items * basisPoints) / 10_000)', 'Math.ceil((items * basisPoints) / 10_000)'],
  ),
  ...planted(at('src/features/fees/texts.server.ts', terms), [
    'a later text is written over',
    'if (version !== undefined && version !== stands)',
    'if (version === -1)',
  ]),
];
