import { createRoute } from '@hono/zod-openapi';
import { callerOf } from '#platform/http/costly-reads.ts';
import { type Api, refusals } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { offersOfCards } from '../carousels/listing.carousels.server.ts';
import { hiddenSellers } from '../search/hidden-sellers.server.ts';
import { cardOffersQuery, cardOffersSchema } from './suggestion.contract.ts';

const cardOffers = createRoute({
  method: 'get',
  path: '/api/search/card-offers',
  tags: ['listings'],
  summary: 'Returns the number of active listings and the lowest price of cards; cards without a listing are left out.',
  request: { query: cardOffersQuery },
  responses: { 200: json(cardOffersSchema, 'The cards with active listings.'), ...refusals(422) },
});

export function addCardOffersApi(api: Api, platform: Platform): void {
  api.openapi(cardOffers, async (c) => {
    const { actor } = callerOf(c, platform);
    const without = await hiddenSellers(platform, actor?.id ?? null);
    const offers = await offersOfCards(platform, c.req.valid('query').cards, without);
    const items = [...offers].map(([cardId, { count, lowest }]) => ({ cardId, count, lowest }));
    return c.json({ items }, 200);
  });
}
