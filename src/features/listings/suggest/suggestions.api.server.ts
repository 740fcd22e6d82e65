import { createRoute } from '@hono/zod-openapi';
import { callerOf } from '#platform/http/costly-reads.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { suggest } from './suggest.server.ts';
import { suggestionQuery, suggestionsSchema } from './suggestion.contract.ts';

const suggestionsRoute = createRoute({
  method: 'get',
  path: '/api/search/suggestions',
  tags: ['listings'],
  summary:
    'Returns suggestions for an incomplete search: cards with available quantity and lowest price, sets, and sellers.',
  request: { query: suggestionQuery },
  responses: { 200: json(suggestionsSchema, 'Suggestions, best match first.'), ...refusals(422, 429, 503) },
});

export function addSuggestionsApi(api: Api, platform: Platform): void {
  api.openapi(suggestionsRoute, async (c) =>
    c.json(await suggest(platform, callerOf(c, platform), wellFormed(c.req.valid('query').q)), 200),
  );
}

/** Without what a database cannot hold. */
const wellFormed = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
