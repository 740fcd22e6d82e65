// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const reviews = 'src/features/reviews';
const market = ['src/app/reviews.test.ts'];
const at = (file: string) => ({ area: 'reviews', row: 'EN-02', file: `${reviews}/${file}`, tests: market });

export const reviewRows: readonly Mutation[] = [
  ...planted(
    at('review.rules.ts'),
    ['what is shown can be changed', "if (written.shownAt !== null) return 'shown';", ''],
    [
      'it can be changed for ever',
      "return now.getTime() - written.createdAt.getTime() < reviewTimes.editWithinMs ? 'yes' : 'edit_over';",
      "return 'yes';",
    ],
    ['each review of a pair counts', 'return lastCounted === null || shownAt', 'return true || shownAt'],
  ),
  ...planted(
    at('write-review.server.ts'),
    ['anybody answers', "reviewPolicy.check(actor, 'reply', row);", ''],
    ['an answer can be replaced', 'if (row.reply !== null) throw', 'if (false) throw'],
    ['only the second one is shown', 'for (const each of [other, row]', 'for (const each of [row]'],
  ),
  ...planted(
    at('show-review.server.ts'),
    ['both sides write side by side', 'select pg_advisory_xact_lock(hashtextextended($1, 12))', 'select $1::text'],
    ['the average stays as it was', 'await setRating(tx, row.memberId, next);', ''],
    [
      'two reviews are summed at the same moment',
      ".where(eq(reviewStatistics.memberId, row.memberId)).for('update')",
      '.where(eq(reviewStatistics.memberId, row.memberId))',
    ],
  ),
  ...planted(at('reviews.queries.server.ts'), [
    'everybody reads what is not shown',
    '        isNotNull(review.shownAt),\n        after',
    '        after',
  ]),
  ...planted(at('leave.server.ts'), [
    'the average of who has gone stays',
    'await tx.db.delete(reviewStatistics)',
    'void tx.db.delete(reviewStatistics)',
  ]),
];
