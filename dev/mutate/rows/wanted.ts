import { type Mutation, planted } from '../mutation.ts';

const wanted = 'src/features/wanted';
const rules = [`${wanted}/wanted.rules.test.ts`];
const market = [
  'src/features/wanted/match/wanted-matches.test.ts',
  'src/features/wanted/match/wanted-purchases.test.ts',
  'src/features/wanted/lifecycle/wanted-time.test.ts',
];

export const wantedRows: readonly Mutation[] = [
  ...planted({ area: 'wanted', row: 'EN-10', file: `${wanted}/feature.server.ts`, tests: ['src/features/alerts/match/matched-together.test.ts'] }, [
    'one of many copies keeps the others unmatched',
    'things: ({ data }) => data.live,',
    'things: () => [],',
  ]),
  ...planted(
    { area: 'wanted', row: 'EN-10', file: `${wanted}/wanted.rules.ts`, tests: rules },
    ['one’s own copy is matched', 'copy.sellerId === want.ownerId || ', ''],
    ['any printing is any card', ' && copy.name === card.name', ''],
    ['post is never counted', 'withPostage ? postage : null', 'null'],
    ['the lowest condition itself is too low', 'conditions.slice(0, at + 1)', 'conditions.slice(0, at)'],
    ['one of its words is enough', 'words.every((word)', 'words.some((word)'],
  ),
  ...planted({ area: 'wanted', row: 'EN-10', file: `${wanted}/match-wants.server.ts`, tests: market }, [
    'members who have blocked one another meet',
    '!blocked.has(row.ownerId) && ',
    '',
  ]),
  ...planted(
    { area: 'wanted', row: 'EN-10', file: `${wanted}/match-wants.server.ts`, tests: ['src/features/alerts/notify/wanted-emails.test.ts'] },
    [
      'what was away as its day came is never told',
      'case when want_match.ended_at is null or want_match.mailed_at is not null then want_match.told_at end',
      'want_match.told_at',
    ],
    ['what its owner saw as they posted is mailed when it comes back', ' or want_match.mailed_at is not null', ''],
  ),
  ...planted({ area: 'wanted', row: 'EN-10', file: `${wanted}/fill-wants.server.ts`, tests: market }, [
    'an order is taken off twice',
    ' || (await tx.db.$count(wantFill, eq(wantFill.orderId, orderId))) > 0',
    '',
  ]),
  ...planted({ area: 'wanted', row: 'EN-10', file: `${wanted}/fill-wants.server.ts`, tests: ['src/features/wanted/match/wanted-races.test.ts'] }, [
    'what is bought stays open',
    "if (quantity === 0) await moveWant(tx, row, 'fill', 'purchase', now);",
    '',
  ]),
  ...planted(
    { area: 'wanted', row: 'EN-10', file: `${wanted}/wanted.rules.ts`, tests: ['src/features/wanted/match/wanted-property.test.ts'] },
    ['a search and a want differ by the post', 'withPostage ? postage : null', 'null'],
    ['any printing is no printing but the one that is named', 'return anyPrinting && ', 'return false && anyPrinting && '],
    ['any printing is what is called so in free text, too', 'copy.cardId !== null && ', ''],
  ),
  ...planted(
    { area: 'wanted', row: 'RT-01', file: `${wanted}/keep-owner.server.ts`, tests: ['src/features/wanted/lifecycle/wanted-slots.test.ts'] },
    ['wants made at the same moment are not counted one after the other', 'pg_advisory_xact_lock(hashtextextended($1, 14))', '$1::text'],
  ),
];
