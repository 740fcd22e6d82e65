// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const reviews = 'src/features/reviews';
const market = ['src/features/reviews/reviews.test.ts'];
const at = (file: string) => ({ area: 'reviews', row: 'EN-02', file: `${reviews}/${file}`, tests: market });

/** What a member is still to write. */
const own = { area: 'reviews', row: '12-6', tests: ['src/features/reviews/write/own-reviews.test.ts'] };

/** Histories beside a plain model of the rules, and two that act at the same moment. */
const walked = (file: string) => ({ ...at(file), row: '12-4', tests: ['src/features/reviews/review-model/review-model.test.ts'] });
const raced = (file: string) => ({ ...at(file), row: '12-4', tests: ['src/features/reviews/write/review-races.test.ts'] });

export const reviewRows: readonly Mutation[] = [
  ...planted(
    at('review.rules.ts'),
    ['what is shown can be changed', "if (written.shownAt !== null) return 'shown';", ''],
    [
      'it can be changed for ever',
      "return now.getTime() - written.createdAt.getTime() < reviewTimes.editWithinMs ? 'yes' : 'edit_over';",
      "return 'yes';",
    ],
    ['each review of a pair counts', '>= reviewTimes.countsAgainMs', '>= 0'],
  ),
  ...planted(
    at('write-review.server.ts'),
    ['anybody answers', "reviewPolicy.check(actor, 'reply', row);", ''],
    ['an answer can be replaced', 'if (row.reply !== null) throw', 'if (false) throw'],
    ['only the second one is shown', 'for (const each of [other, row]', 'for (const each of [row]'],
    ['a hidden one can be answered', ' || row.hiddenAt !== null', ''],
  ),
  ...planted(at('show-review.server.ts'), [
    'both sides write side by side',
    'select pg_advisory_xact_lock(hashtextextended($1, 12))',
    'select $1::text',
  ]),
  ...planted(at('hide-review.server.ts'), ['it stays hidden', '{ counts, hiddenAt: null,', '{ counts, hiddenAt: now,']),
  ...planted(
    at('reviews.queries.server.ts'),
    ['everybody reads what is not shown', 'and(isNotNull(review.shownAt), isNull(review.hiddenAt))', 'isNull(review.hiddenAt)'],
    ['everybody reads what is hidden', 'and(isNotNull(review.shownAt), isNull(review.hiddenAt))', 'isNotNull(review.shownAt)'],
  ),
  ...planted(walked('review.rules.ts'), ['of a pair that meets again each counts', '>= reviewTimes.countsAgainMs', '>= reviewTimes.showAfterMs']),
  ...planted(walked('write-review.server.ts'), [
    'a second review shows the first one alone',
    'for (const each of [other, row]',
    'for (const each of [other]',
  ]),
  ...planted(
    raced('show-review.server.ts'),
    ['what is changed as it is shown is changed after that', 'select pg_advisory_xact_lock(hashtextextended($1, 12))', 'select $1::text'],
    ['what the other side has shown is shown again in its time', '!row || row.shownAt !== null', '!row'],
  ),
  ...planted(
    { ...own, file: `${reviews}/to-write.server.ts` },
    ['what one has reviewed is asked for again', 'and r.author_id = ${memberId})`', 'and r.member_id = ${memberId})`'],
    [
      'only what arrived and stayed so is asked for',
      'delivered === null || mayWrite',
      "order.status === 'refunded' || delivered === null || mayWrite",
    ],
  ),
  ...planted(
    { ...own, file: 'src/features/orders/fulfil/delivered-orders.server.ts' },
    ['a buyer alone is asked', 'orderRoles.map((side)', 'orderRoles.slice(0, 1).map((side)'],
    [
      'what is reviewed takes the places of what is not',
      'and(ordersOf(memberId, side), moved, arrived, only(orders.id))',
      'and(ordersOf(memberId, side), moved, arrived)',
    ],
  ),
  ...planted(at('erase-member.server.ts'), [
    'the average of who has gone stays',
    'await tx.db.delete(reviewStatistics)',
    'void tx.db.delete(reviewStatistics)',
  ]),
];
