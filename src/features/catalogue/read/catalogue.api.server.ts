import { createRoute, z } from '@hono/zod-openapi';
import { pageQuery } from '#kernel/numbers/paging-schema.ts';
import { invalid } from '#kernel/refusal.ts';
import { callerOf } from '#platform/http/costly-reads.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { cardDetailSchema, cardPageSchema, cardQuery, gamePageSchema, setPageSchema } from '../contract.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { parseSearch } from '../language/parse-search.ts';
import type { SearchTree } from '../language/search-tree.ts';
import { cursorAfter, findCardPage, offsetOf, readWords } from '../search/find-card-page.server.ts';
import { orOfWords } from '../search/query/or-of-words.server.ts';
import { searchByLanguage } from '../search/search-by-language.server.ts';
import { getCardDetail, listCards, listGames, listSets } from './catalogue.queries.server.ts';

const slug = z.string().max(200).optional();
const paged = pageQuery(20);

const cards = createRoute({
  method: 'get',
  path: '/api/catalogue/cards',
  tags: ['catalogue'],
  summary: 'Searches the card database.',
  description:
    'With `q`, returns cards by name, set, code and number in any order, best match first. Misspelled and incomplete words are found. Premium members can also use search operators (`rarity:"secret rare" year<2000`). Without `q`, returns cards by game, set and number.',
  request: { query: cardQuery },
  responses: { 200: json(cardPageSchema, 'A page of cards.'), ...refusals(403, 422, 429, 503) },
});

const oneCard = createRoute({
  method: 'get',
  path: '/api/catalogue/cards/{id}',
  tags: ['catalogue'],
  summary: 'Returns a card.',
  description: 'Returns all data of one printing.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(cardDetailSchema, 'The card.'), ...refusals(404) },
});

const sets = createRoute({
  method: 'get',
  path: '/api/catalogue/sets',
  tags: ['catalogue'],
  summary: 'Lists sets.',
  description: 'Returns the sets of one game or of all games, newest first.',
  request: { query: z.object({ game: slug, ...paged }) },
  responses: { 200: json(setPageSchema, 'A page of sets.'), ...refusals(422) },
});

const games = createRoute({
  method: 'get',
  path: '/api/catalogue/games',
  tags: ['catalogue'],
  summary: 'Lists games.',
  description: 'Returns the games with their numbers of sets and cards.',
  responses: { 200: json(gamePageSchema, 'The games.') },
});

export function addCatalogueApi(api: Api, platform: Platform): void {
  api.openapi(cards, async (c) => {
    const { q: typed, ...filter } = c.req.valid('query');
    const q = readWords(typed ?? '');
    if (!q.trim())
      return c.json(
        cardPageSchema.parse({ ...(await listCards(platform.db, filter)), didYouMean: null, warnings: [] }),
        200,
      );
    const caller = callerOf(c, platform);
    const tree = treeOf(await orOfWords(platform, caller.actor, q));
    if (!tree) return c.json(await findCardPage(platform, caller, { ...filter, q }), 200);
    const offset = offsetOf(filter.cursor);
    const { cards: items, hasMore } = await searchByLanguage(platform, caller, { ...filter, offset, tree });
    const nextCursor = cursorAfter(offset + filter.limit, hasMore);
    return c.json({ items, nextCursor, didYouMean: null, warnings: [] }, 200);
  });

  api.openapi(oneCard, async (c) =>
    c.json(cardDetailSchema.parse(await getCardDetail(platform.db, c.req.valid('param').id)), 200),
  );

  api.openapi(sets, async (c) => c.json(setPageSchema.parse(await listSets(platform.db, c.req.valid('query'))), 200));

  api.openapi(games, async (c) =>
    c.json(gamePageSchema.parse({ items: await listGames(platform.db), nextCursor: null }), 200),
  );
}

/** What an advanced search says, or null where `q` is words. Refuses (422) one that can't be read. */
function treeOf(q: string): SearchTree | null {
  if (!isAdvanced(q)) return null;
  const { tree, problem } = parseSearch(q, 'cards');
  if (problem) throw invalid({ q: problem.message });
  return tree;
}
