import { type Mutation, planted } from '../mutation.ts';

const bulk = 'src/features/bulk';
const imports = 'src/features/imports';
const market = ['src/features/bulk/price-rules/market-rules.test.ts'];

export const priceRuleRows: readonly Mutation[] = [
  ...planted(
    { area: 'price-rules', row: 'RO-03', file: `${bulk}/market-rule.rules.ts`, tests: market },
    ['a price goes under what was paid', "['cost', rule.aboveCost ? cost?.amount : undefined]", "['cost', undefined]"],
    ['a night moves a price as far as it likes', 'within(moved, price.amount, largestChange(rule))', 'moved'],
    ['what was paid in euro is a floor in dollars', 'cost && cost.currency !== currency', 'cost && !cost.currency'],
  ),
  ...planted(
    { area: 'price-rules', row: 'RO-03', file: `${bulk}/run-rules.server.ts`, tests: market },
    ['rules of who lost premium go on', ' || !(await definitionOf(tx.db, rule.sellerId)).hasBulkListingTools', ''],
    [
      'a job that comes twice runs a rule twice',
      'committedAt: now, createdAt: now, ruleId, night }',
      'committedAt: now, createdAt: now, ruleId, night: id }',
    ],
  ),
  ...planted({ area: 'price-rules', row: 'RO-02', file: `${imports}/run-import.server.ts`, tests: ['src/features/imports/imports.test.ts'] }, [
    'two processes list one batch',
    "\n      .for('update');",
    ';',
  ]),
  ...planted(
    {
      area: 'price-rules',
      row: 'RO-02',
      file: 'src/features/listings/lifecycle/create-listings.server.ts',
      tests: ['src/features/imports/imports.test.ts'],
    },
    ['a batch has no end of places', 'if (isLive) free--;', 'if (isLive) drafts += 0;'],
  ),
];
