import { type Mutation, planted } from '../mutation.ts';

const at = (file: string) => ({
  area: 'evidence',
  row: '12-5',
  file: `src/features/${file}`,
  tests: ['src/features/listings/read/condition-evidence.test.ts'],
});
const sums = {
  area: 'evidence',
  row: '12-6',
  file: 'src/features/listings/read/views.server.ts',
  tests: ['src/features/listings/own-listings/own-tally.test.ts'],
};

export const evidenceRows: readonly Mutation[] = [
  ...planted(at('listings/stock/stock.server.ts'), ['the order forgets the checklist', '    checklist: row.checklist,\n', '']),
  ...planted(
    at('orders/problems/problem-photos.server.ts'),
    ['a settled problem takes photos', "if (order.status !== 'disputed') throw", "if (order.status === 'paid') throw"],
    [
      'operators alone see the photos of a problem',
      'new Map(rows.map(({ id, members }) => [id, { members }]))',
      'new Map(rows.map(({ id }) => [id, { members: [] }]))',
    ],
  ),
  ...planted(at('orders/problems/problem-photos.server.ts'), [
    'a problem is shown without what the seller had looked at',
    '  const checked = snapshots.flatMap(',
    '  const checked = snapshots.slice(9).flatMap(',
  ]),
  ...planted(at('listings/stock/same-certificate.server.ts'), [
    'drafts count as live',
    "status in ('active', 'reserved') and",
    'status is not null and',
  ]),
  ...planted(sums, ['looks are tallied where a listing was', ' order by n.id for share of l', ' order by n.id']),
];
