import { type Mutation, planted } from '../mutation.ts';

const alerts = 'src/features/alerts';
const market = ['src/app/alerts.test.ts'];
const matching = ['src/app/alerts-matching.test.ts'];
const property = 'src/app/alerts-property.test.ts';
const favourites = [`${alerts}/favourite.rules.test.ts`];

export const alertRows: readonly Mutation[] = [
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/searches-for.server.ts`, tests: [...market, ...matching] },
    ['what stood there before is told', '        lt(savedSearch.createdAt, since),\n', ''],
    ['a search beyond the places of a tier goes on finding', 'telling.has(id) && ', ''],
    ['advanced searches tell whoever has lost the tier', ' && (query === null || tiers.get(ownerId)?.hasAdvancedSearch)', ''],
    ['of who is blocked one is told', '.filter(({ ownerId }) => !blocked.has(ownerId))', ''],
  ),
  ...planted({ area: 'alerts', row: '12-3', file: 'src/features/listings/found-under.server.ts', tests: [...market, property] }, [
    'cards in free text are under no key of words',
    ', ...wordKey(sought.words), keyOf.freeText]',
    ', ...wordKey(sought.words)]',
  ]),
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/searches-for.server.ts`, tests: matching },
    ['a search by words finds every card', '        or(isNull(savedSearch.said), ...isSaid(copy)),\n', ''],
    ['a card in free text is like nothing', '...(copy.freeText === null ? [] : [like])', ''],
    ['what stands beside the named cards is not found', 'holds, ', ''],
    ['what a search says in advanced language is not asked', 'fitting.has(query)', 'true'],
  ),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/await-news.server.ts`, tests: market }, [
    'what is due later is never told',
    ', ...(at > now && { runAt: at })',
    '',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/key-searches.server.ts`, tests: matching }, [
    'searches of another catalogue stay as they were read',
    'lt(savedSearch.keyedAs, keyedAs)',
    'sql`false`',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/saved-searches.server.ts`, tests: market }, [
    'searches at the limit are not counted one after the other',
    '    await lockChoice(tx, actor.id);\n',
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
    { area: 'alerts', row: '12-3', file: `${alerts}/favourite.rules.ts`, tests: favourites },
    ['post is not counted', 'now.price.amount + now.postage.amount', 'now.price.amount'],
    ['the same price is less', 'total < seen.leastAmount', 'total <= seen.leastAmount'],
  ),
];
