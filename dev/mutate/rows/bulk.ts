import { type Mutation, planted } from '../mutation.ts';

const bulk = 'src/features/bulk';
const market = ['src/features/bulk/bulk.test.ts'];

export const bulkRows: readonly Mutation[] = [
  ...planted(
    {
      area: 'bulk',
      row: 'RO-03',
      file: `${bulk}/run-change.server.ts`,
      tests: ['src/features/bulk/change/bulk-batch.test.ts'],
      only: 'pauses between two batches',
    },
    ['a run of a change begins without its rest', 'await pause(restMs);', ''],
  ),
  ...planted({ area: 'bulk', row: 'RO-03', file: `${bulk}/bulk.rules.ts`, tests: [`${bulk}/bulk.rules.test.ts`] }, [
    'lowering raises what is under the floor',
    'step < 0 ? Math.min(amount, floored) : floored',
    'floored',
  ]),
  ...planted(
    { area: 'bulk', row: 'RO-03', file: `${bulk}/run-change.server.ts`, tests: market },
    ['what was set is marked as refused', 'answers[at] ? refused : done', 'answers[at] ? done : refused'],
    [
      'taking back sets the new prices again',
      "way === 'make' ? { listingId, priceWas: before, price: after }",
      "way !== 'make' ? { listingId, priceWas: before, price: after }",
    ],
    ['a listing that two processes move is moved twice', ', eq(bulkChangeRow.state, row.state)', ''],
  ),
  ...planted(
    {
      area: 'bulk',
      row: 'RO-03',
      file: 'src/features/listings/bulk/reprice-listings.server.ts',
      tests: ['src/features/bulk/change/bulk-batch.test.ts', ...market],
    },
    ['a price that was changed meanwhile is overwritten', '{ cardFacts: null, priceWas }', '{ cardFacts: null }'],
    ['somebody else’s listing gets a price', "    checkListingFor(row, actor, 'edit');\n", ''],
    ['nobody hears of new prices', '  appendRepriced(tx, actor.id, all);\n', ''],
    ['a price is found by its old rank', 'price_rank = p.rank, ', ''],
  ),
  ...planted(
    { area: 'bulk', row: 'RO-03', file: 'src/features/wanted/match/match-many.server.ts', tests: ['src/features/bulk/change/bulk-batch.test.ts'] },
    ['a want keeps what has become too dear for it', 'new Set([...wanted, ...met.map((one) => one.id)])', 'new Set(wanted.slice(1))'],
  ),
  ...planted(
    {
      area: 'bulk',
      row: 'RO-03',
      file: 'src/features/alerts/match/match-repriced.server.ts',
      tests: ['src/features/bulk/change/bulk-batch.test.ts'],
    },
    [
      'a favourite that costs less is no news',
      'for (const id of await favouritesAmong(platform, ids)) await watchFavourite(platform, id);',
      'await favouritesAmong(platform, ids);',
    ],
  ),
  ...planted(
    { area: 'bulk', row: 'RO-03', file: `${bulk}/move-change.server.ts`, tests: market },
    ['who lost premium may commit', '    await requirePremium(tx.db, actor.id);\n', ''],
    ['a change can be taken back for ever', ' || addMs(committedAt, bulkTimes.undoMs) < platform.clock.now()', ''],
  ),
  ...planted(
    {
      area: 'listings',
      row: 'RO-03',
      file: 'src/features/listings/read/listing.present.server.ts',
      tests: ['src/features/listings/own-listings/own-notes.test.ts'],
    },
    [
      'everybody reads a seller’s notes',
      'viewerId === row.sellerId ? { ...presented, ...forSeller(row) } : presented',
      '{ ...presented, ...forSeller(row) }',
    ],
  ),
  ...planted({ area: 'orders', file: 'src/features/orders/queries/earnings.server.ts', tests: ['src/app/dashboard/dashboard.test.ts'] }, [
    'what went back is still earned',
    'sum(o.total_amount - back.amount - case',
    'sum(o.total_amount - case',
  ]),
  ...planted({ area: 'orders', file: 'src/features/orders/queries/order-needs.server.ts', tests: ['src/app/dashboard/dashboard.test.ts'] }, [
    'a parcel waits for its buyer to send it',
    "send: { side: 'seller',",
    "send: { side: 'buyer',",
  ]),
];
