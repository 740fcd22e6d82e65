// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const prices = 'src/features/prices';
const back = ['src/features/prices/market-price/prices-taken-back.test.ts'];
const at = (file: string, tests = ['src/features/prices/prices.test.ts']) => ({ area: 'prices', row: 'RO-02', file: `${prices}/${file}`, tests });

export const priceRows: readonly Mutation[] = [
  ...planted(
    at('price.rules.ts', [`${prices}/price.rules.test.ts`]),
    ['nothing is too far from the median', 'amount >= middle / outlierFactor && amount <= middle * outlierFactor', 'amount > 0'],
    [
      'the smaller half of a market is left out',
      'ofPairs.length - near.length <= Math.floor(ofPairs.length / outliersAmong) ? near : ofPairs',
      'near',
    ],
    ['a median of four', 'export const enoughSales = 5;', 'export const enoughSales = 4;'],
    ['weeks begin on Sunday', '(at.getUTCDay() + 6) % 7', 'at.getUTCDay()'],
  ),
  ...planted(at('read-prices.server.ts'), ['slabs count among the loose', '($3::text is null or condition = $3)', 'true']),
  ...planted(at('read-prices.server.ts', back), [
    'a pair begins anew at the edge of a stretch',
    'salesOf(platform, cardId, query, addMs(since, -pairCountsAgainMs))',
    'salesOf(platform, cardId, query, since)',
  ]),
  ...planted(
    at('price-panel.server.ts', ['src/features/prices/prices-page.test.ts']),
    [
      'one kind with too few is shown where all have enough',
      'ofCommonest && !ofAddress.enough ? ofCommonest : ofAddress',
      'ofCommonest ?? ofAddress',
    ],
    ['visitors begin with what sold in a year', 'listSoldKinds(platform, cardId, days)', 'listSoldKinds(platform, cardId, 365)'],
  ),
  ...planted(
    {
      area: 'listings',
      row: 'RO-02',
      file: 'src/features/listings/lifecycle/edit-listing.server.ts',
      tests: ['src/features/listings/read/description-format.test.ts'],
    },
    ['what premium wrote keeps a listing from being saved', 'if (isNewDescription(row.description, changes.description)) check', 'check'],
    ['without premium a description may be written anew', 'after !== before && (after', 'after === null && (after'],
  ),
  ...planted({ area: 'kernel', row: '9-2', file: 'src/kernel/numbers/shuffled.ts', tests: ['src/kernel/kernel.test.ts'] }, [
    'who saved it first stands first more often',
    'draw(left.length)',
    'draw(Math.ceil(left.length / 2))',
  ]),
  ...planted({ area: 'kernel', row: 'EN-06', file: 'src/kernel/first-of.ts', tests: ['src/kernel/kernel.test.ts'] }, [
    'half a character',
    ".replace(/[\\ud800-\\udbff]$/, '')",
    '',
  ]),
  ...planted(
    { ...at('price-gauge.server.ts', ['src/features/prices/market-price/price-gauge.test.ts']), row: '11-4' },
    ['what was paid in euro judges a price in dollars', ' and currency = $6', ' and (currency = $6 or true)'],
    ['a copy is judged by those of every condition', ' and condition = $3', ' and (condition = $3 or true)'],
    ['sales of long ago judge a price', 'countedIn(rows, openDays, now)', 'countedIn(rows, 2 * openDays, now)'],
  ),
  ...planted(at('record-sales.server.ts'), ['a slab counts by its condition', "isGraded ? 'graded' : item.condition", 'item.condition']),
  ...planted(
    { area: 'prices', row: 'RO-02', file: 'src/features/orders/fulfil/settle-sale.server.ts', tests: ['src/features/prices/prices.test.ts'] },
    [
      'what was refunded stays a sale',
      "if (paidAt === null || back === 'all' || (await takenOf(tx, orderId)) > 0) return dropSales(tx, orderId);",
      'if (paidAt === null) return dropSales(tx, orderId);',
    ],
  ),
  ...planted({ area: 'prices', row: 'RO-02', file: 'src/features/orders/refunds/refunds.server.ts', tests: back }, [
    'what a part of was given back counts in full until the hour',
    'await dropSales(tx, order.id, wanted.positions);',
    '',
  ]),
];
