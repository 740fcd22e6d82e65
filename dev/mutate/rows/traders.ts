import { type Mutation, planted } from '../mutation.ts';

const at = (file: string, tests: string[]) => ({ area: 'traders', row: 'RO-05', file, tests });
const traders = ['src/app/traders.test.ts'];
const terms = ['src/app/terms.test.ts'];

export const traderRows: readonly Mutation[] = [
  ...planted(at('src/features/traders/standing.queries.server.ts', traders), [
    'a trader sells without a name',
    'if (missing.length === 0) return;',
    'return;',
  ]),
  ...planted(
    at('src/features/traders/say-standing.server.ts', traders),
    ['a marked trader is private by a press', "if (input.kind === 'private' && before?.markedAt)", 'if (before === undefined)'],
    ['what a trader showed stays when they are private', "{ kind: 'private', ...nothingShown }", "{ kind: 'private' as const }"],
    [
      'what they showed is written into the record of changes',
      'const fields = names.filter(',
      'const fields = Object.values(said).map(String).concat(names).filter(',
    ],
  ),
  ...planted(at('src/features/traders/leave.server.ts', traders), [
    'a leaver’s address stays',
    'await tx.db.delete(sellerStanding).where(eq(sellerStanding.memberId, memberId));',
    '',
  ]),
  ...planted(at('src/features/orders/place-order.server.ts', traders), [
    'an order does not keep who sold',
    'soldBy: await sellerTermsOf(db, sellerId), ',
    '',
  ]),
  ...planted(
    at('src/features/orders/order.present.server.ts', terms),
    ['the buyer reads the fee', 'return isBuyer || !fee ? null : money(fee.amount);', 'return !fee ? null : money(fee.amount);'],
    ['the fee stands in the snapshot for both sides', 'snapshot: withoutFee(item.snapshot),', 'snapshot: { ...item.snapshot },'],
  ),
  ...planted(
    at('src/features/terms/fee.rules.ts', terms),
    [
      'a fee eats more than the card',
      'return Math.min(items, Math.floor((items * basisPoints) / 10_000) + fixed);',
      'return Math.floor((items * basisPoints) / 10_000) + fixed;',
    ],
    ['a fee is rounded for the market', 'Math.floor((items * basisPoints) / 10_000)', 'Math.ceil((items * basisPoints) / 10_000)'],
  ),
  ...planted(at('src/features/terms/texts.server.ts', terms), [
    'a later text is written over',
    'if (version !== undefined && version !== stands)',
    'if (version === -1)',
  ]),
];
