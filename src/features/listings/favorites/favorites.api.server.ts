import { createRoute, z } from '@hono/zod-openapi';
import { pageQuery } from '#kernel/numbers/paging-schema.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { favoritePageSchema, favoriteSchema } from '../contract.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.server.ts';

const tags = ['favourites'];

const favoritesRoute = createRoute({
  method: 'get',
  path: '/api/favorites',
  tags,
  summary: 'Lists your favorites, newest first, each with its price at the time you added it.',
  request: { query: z.object(pageQuery(40)) },
  responses: { 200: json(favoritePageSchema, 'A page of favorites.'), ...refusals(401, 422) },
});

const favoriteParams = z.object({ listingId: z.string() });
const putFavoriteRoute = createRoute({
  method: 'put',
  path: '/api/favorites/{listingId}',
  tags,
  summary: 'Adds a listing to your favorites. Repeating the call has no effect.',
  request: { params: favoriteParams },
  responses: { 200: json(favoriteSchema, 'The listing is a favorite.'), ...refusals(401, 404, 409, 429) },
});
const dropFavoriteRoute = createRoute({
  method: 'delete',
  path: '/api/favorites/{listingId}',
  tags,
  summary: 'Removes a listing from your favorites.',
  request: { params: favoriteParams },
  responses: { 200: json(favoriteSchema, 'The listing isn’t a favorite.'), ...refusals(401, 404) },
});

export function addFavoritesApi(api: Api, platform: Platform): void {
  api.openapi(favoritesRoute, async (c) =>
    c.json(await listFavorites(platform, requireActor(c), c.req.valid('query')), 200),
  );
  api.openapi(putFavoriteRoute, async (c) =>
    c.json(await addFavorite(platform, requireActor(c), c.req.param('listingId'), clientAddress(c, platform)), 200),
  );
  api.openapi(dropFavoriteRoute, async (c) =>
    c.json(await removeFavorite(platform, requireActor(c), c.req.param('listingId')), 200),
  );
}
