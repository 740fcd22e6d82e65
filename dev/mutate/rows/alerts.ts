import { type Mutation, planted } from '../mutation.ts';

const alerts = 'src/features/alerts';
const market = ['src/app/alerts.test.ts'];
const favourites = [`${alerts}/favourite.rules.test.ts`];

export const alertRows: readonly Mutation[] = [
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/match-new.server.ts`, tests: market }, [
    'what stood there before is told',
    '        lt(savedSearch.createdAt, since),\n',
    '',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/saved-searches.server.ts`, tests: market }, [
    'searches at the limit are not counted one after the other',
    '    await lockChoice(tx, actor.id);\n',
    '',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/match-new.server.ts`, tests: market }, [
    'a search beyond the places of a tier goes on finding',
    ' && (await tellingSearches(db, ownerId)).has(id)',
    '',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/what-to-tell.server.ts`, tests: market }, [
    'what waits of a search beyond the places of a tier is told',
    '.filter(({ id }) => telling.has(id))',
    '',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/tell-alerts.server.ts`, tests: market }, [
    'a mail for each card',
    'mailedAt === null ? now : addMs(mailedAt, mailAgainMs)',
    'now',
  ]),
  ...planted(
    { area: 'alerts', row: '12-3', file: 'src/features/listings/kept-search.server.ts', tests: market },
    ['of who is blocked one is told', ' && !hidden.has(sellerId)', ''],
    ['advanced searches tell whoever has lost the tier', '  if (kept && !(await maySearch(platform, memberId, kept.search))) return [];\n', ''],
  ),
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/favourite.rules.ts`, tests: favourites },
    ['post is not counted', 'now.price.amount + now.postage.amount', 'now.price.amount'],
    ['the same price is less', 'total < seen.leastAmount', 'total <= seen.leastAmount'],
  ),
];
