import { type Mutation, planted } from '../mutation.ts';

const at = (file: string, test: string) => ({ area: 'facts', row: '12-4', file: `src/features/${file}`, tests: [test] });
const market = 'src/features/reviews/facts/facts.test.ts';
const words = 'src/features/reviews/model/facts.rules.test.ts';

export const factRows: readonly Mutation[] = [
  ...planted(
    at('orders/queries/sale-history.server.ts', market),
    ['money back without sending is no calling off', "status in ('canceled', 'refunded') and by = 'seller'", "status = 'canceled' and by = 'seller'"],
    ['what was sent and given back counts as called off', ' and h.shipped_at is null as "isCanceled"', ' as "isCanceled"'],
    ['who buys from themselves counts', ' and not exists (select from order_sign s where s.order_id = o.id)', ''],
    ['a settled problem is told as open', " and o.status <> 'disputed' as", ' and false as'],
    ['a report is measured only when it is settled', " || status === 'disputed'", ''],
  ),
  ...planted(at('messages/send/first-answers.server.ts', market), ['who asked is measured, too', 'm.sender_id <> opening.sender_id and ', '']),
  ...planted(
    at('reviews/facts/recount-facts.server.ts', market),
    ['what is too old stays', '= $1 and not exists', '= $1 and false and not exists'],
    ['a wrong row stays wrong', ') is distinct from (', ') = ('],
  ),
  ...planted(at('reviews/facts/facts.queries.server.ts', market), ['the window never ends', 'factsSince(now)]', 'new Date(0)]']),
  ...planted(at('reviews/facts/update-facts.server.ts', market), [
    'facts of who goes stay',
    'await tx.db.delete(saleFact).where(eq(saleFact.sellerId, memberId));',
    '',
  ]),
  ...planted(at('reviews/model/facts.rules.ts', words), ['a median of two is said', 'sample < enough || ', '']),
  ...planted(at('reviews/share/share-picture.ts', 'src/features/reviews/share/share-picture.test.ts'), [
    'a name of the market breaks the picture',
    ".replaceAll('<', '&lt;')",
    '',
  ]),
];
