import { type Mutation, planted } from '../mutation.ts';

const bulk = 'src/features/bulk';
const market = ['src/app/bulk.test.ts'];

export const bulkRows: readonly Mutation[] = [
  ...planted({ area: 'bulk', row: 'RO-03', file: `${bulk}/bulk.rules.ts`, tests: [`${bulk}/bulk.rules.test.ts`] }, [
    'lowering raises what is under the floor',
    'step < 0 ? Math.min(amount, floored) : floored',
    'floored',
  ]),
  ...planted(
    { area: 'bulk', row: 'RO-03', file: `${bulk}/run-change.server.ts`, tests: market },
    ['a price that was changed meanwhile is overwritten', '{ priceWas, alongside }', '{ alongside }'],
    ['two processes mark one listing', ', eq(bulkChangeRow.state, row.state)', ''],
  ),
  ...planted(
    { area: 'bulk', row: 'RO-03', file: `${bulk}/move-change.server.ts`, tests: market },
    ['who lost premium may commit', '    await requirePremium(tx.db, actor.id);\n', ''],
    ['a change can be taken back for ever', ' || addMs(committedAt, bulkTimes.undoMs) < platform.clock.now()', ''],
  ),
  ...planted(
    { area: 'listings', row: 'RO-03', file: 'src/features/listings/listing.present.server.ts', tests: ['src/features/listings/own-notes.test.ts'] },
    [
      'everybody reads a seller’s notes',
      'viewerId === row.seller_id ? { ...presented, ...forSeller(row) } : presented',
      '{ ...presented, ...forSeller(row) }',
    ],
  ),
  ...planted({ area: 'orders', file: 'src/features/orders/earnings.server.ts', tests: ['src/app/dashboard.test.ts'] }, [
    'what went back is still earned',
    'sum(o.total_amount - back.amount - case',
    'sum(o.total_amount - case',
  ]),
  ...planted({ area: 'orders', file: 'src/features/orders/order-needs.server.ts', tests: ['src/app/dashboard.test.ts'] }, [
    'a parcel waits for its buyer to send it',
    "    side: 'seller',",
    "    side: 'buyer',",
  ]),
];
