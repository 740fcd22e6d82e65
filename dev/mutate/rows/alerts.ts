import { type Mutation, planted } from '../mutation.ts';

const alerts = 'src/features/alerts';
const market = ['src/features/alerts/alerts.test.ts'];
const matching = ['src/features/alerts/match/alerts-matching.test.ts'];
const property = 'src/features/alerts/match/alerts-property.test.ts';
const letter = ['src/features/alerts/notify/wanted-emails.test.ts'];
const favourites = [`${alerts}/favourite.rules.test.ts`];

export const alertRows: readonly Mutation[] = [
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/feature.server.ts`, tests: ['src/features/alerts/match/matched-together.test.ts'] },
    ['one row of a file keeps the others untold', 'things: ({ data }) => data.live,', 'things: () => [],'],
    ['one new price keeps the others untold', 'things: ({ data: { live, shown } }) => [...new Set([...live, ...shown])],', 'things: () => [],'],
  ),
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/searches-for.server.ts`, tests: [...market, ...matching] },
    ['what stood there before is told', ' and s.created_at < c.since', ''],
    ['a search beyond the places of a tier goes on finding', 'newer < tier.maxSavedSearches && ', ''],
    ['advanced searches tell whoever has lost the tier', ' && (query === null || tier.hasAdvancedSearch)', ''],
    ['of an older search nobody asks whether it has a place', 'newer >= leastPlaces || ', ''],
    ['a search is counted among those that are newer than itself', '(n.created_at, n.id) >', '(n.created_at, n.id) >='],
    ['of who is blocked one is told', ".filter(({ ownerId, listingId }) => !areApart(sellers.get(listingId) ?? '', ownerId))", ''],
  ),
  ...planted({ area: 'alerts', row: '12-3', file: 'src/features/listings/search/matching/search-keys.server.ts', tests: [...market, property] }, [
    'cards in free text are under no key of words',
    ', ...wordKey(sought.words), ...likeKeys(sought.text)]',
    ', ...wordKey(sought.words)]',
  ]),
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/searches-for.server.ts`, tests: matching },
    ['a search by words finds every card', 'and (s.said is null or', 'and (true or'],
    ['a card in free text is like nothing', 'word_similarity(s.said, c.free) >= ', 'word_similarity(s.said, c.free) >= 2 + '],
    ['what stands beside the named cards is not found', " or (s.words <> '{}' and s.words <@ c.words)", ''],
    ['what a search says in advanced language is not asked', 'fitting.get(row.query)?.has(row.listingId)', 'true'],
  ),
  ...planted({ area: 'alerts', row: '12-3', file: 'src/features/listings/search/matching/search-keys.server.ts', tests: matching }, [
    'a narrow price ends a step too early',
    'length: last - first + 1 }',
    'length: Math.max(1, last - first) }',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: 'src/features/listings/search/matching/like-keys.ts', tests: matching }, [
    'of what is like a search some is not looked at',
    'all.length - least + 1',
    'Math.ceil((all.length - least) / 2)',
  ]),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/await-wanted.server.ts`, tests: letter }, [
    'a wanted post of a day tells at once',
    "about: 'new', frequency }",
    "about: 'new', frequency: 'now' }",
  ]),
  ...planted(
    { area: 'alerts', row: '12-3', file: `${alerts}/tell-alerts.server.ts`, tests: letter },
    [
      'one event is told in parts by a letter about another',
      '({ dueAt }) => dueAt.getTime())).size > 1',
      '({ dueAt }) => dueAt.getTime())).size > 9',
    ],
    ['a letter tells of what its member declines', 'all.filter(({ kind }) => kinds.includes(kind))', 'all'],
    ['a copy that two are told of is two rows', 'cards.get(copy.id) ?? {', '{'],
  ),
  ...planted({ area: 'alerts', row: '12-3', file: `${alerts}/tell-due.server.ts`, tests: letter }, [
    'one event is told before all have looked at it',
    'if (ids.length > 0) await lookForTheOthers(platform, ids);',
    '',
  ]),
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
