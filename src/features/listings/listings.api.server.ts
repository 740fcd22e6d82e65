import { createRoute, z } from '@hono/zod-openapi';
import { eachFlag } from '#features/catalogue/words.ts';
import { pageQuery } from '#kernel/numbers/paging-schema.ts';
import { invalid } from '#kernel/refusal.ts';
import { callerOf } from '#platform/http/costly-reads.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import {
  createListingSchema,
  editListingSchema,
  listingHistorySchema,
  listingPageSchema,
  listingSchema,
  ownListingPageSchema,
  queryLimits,
  readListingQuery,
} from './contract.ts';
import { addFavoritesApi } from './favorites/favorites.api.server.ts';
import { spellOut } from './language/spell-out.server.ts';
import { beginDraft } from './lifecycle/begin-draft.server.ts';
import { createListing } from './lifecycle/create-listing.server.ts';
import { editListing } from './lifecycle/edit-listing.server.ts';
import {
  pauseListing,
  publishListing,
  removeListing,
  renewListing,
  resumeListing,
} from './lifecycle/move-listing.server.ts';
import { listingLimits } from './model/listing.rules.ts';
import { listOwnListings } from './own-listings/own-listings.server.ts';
import { orderPhotos, receivePhotos, removePhoto } from './photos/photos.server.ts';
import { getListing, getPublicListing } from './read/listing.queries.server.ts';
import { listHistory } from './read/listing-history.server.ts';
import { countView } from './read/views.server.ts';
import { searchListings } from './search/search-listings.server.ts';

const tags = ['listings'];
const idParams = z.object({ id: z.string() });
const several = z.union([z.string(), z.array(z.string())]).optional();

const searchRoute = createRoute({
  method: 'get',
  path: '/api/listings',
  tags,
  summary: 'Listings for sale that fit, with counts for each filter.',
  description:
    'Each filter may be repeated or hold several values with commas. Prices are minor units of US dollars; other currencies are compared at fixed rates. With `status` (several of the states, or `all`) and `seller=me` the signed-in seller lists their own, whatever their state.',
  request: {
    query: z.object({
      q: several,
      game: several,
      set: several,
      rarity: several,
      condition: several,
      finish: several,
      language: several,
      graded: several,
      edition: several,
      ...eachFlag(() => several),
      minPrice: several,
      maxPrice: several,
      seller: several,
      acceptsOffers: several,
      status: several,
      sort: several,
      ...pageQuery(queryLimits.page),
    }),
  },
  responses: {
    200: json(z.union([listingPageSchema, ownListingPageSchema]), 'A page of listings.'),
    ...refusals(401, 403, 422),
  },
});

const createRouteOf = createRoute({
  method: 'post',
  path: '/api/listings',
  tags,
  summary: 'Makes a listing, as a draft or live at once.',
  request: { body: body(createListingSchema) },
  responses: { 201: json(listingSchema, 'The listing.'), ...refusals(400, 401, 403, 409, 422, 429) },
});

const beginRoute = createRoute({
  method: 'post',
  path: '/api/listings/unfinished',
  tags,
  summary:
    'Begins a draft for photos, or answers the one that was begun: card, condition and price follow by an edit, before that it can’t be published.',
  responses: { 201: json(listingSchema, 'The draft.'), ...refusals(401, 403, 409, 429) },
});

const readRoute = createRoute({
  method: 'get',
  path: '/api/listings/{id}',
  tags,
  summary: 'One listing; the lowest offer that is accepted is shown to its seller only.',
  request: { params: idParams },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(404, 410) },
});

const editRoute = createRoute({
  method: 'patch',
  path: '/api/listings/{id}',
  tags,
  summary: 'Changes what is sent of one of your listings; a reserved or sold one can’t be changed.',
  request: { params: idParams, body: body(editListingSchema) },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(400, 401, 403, 404, 409, 410, 422) },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/api/listings/{id}',
  tags,
  summary: 'Takes one of your listings down. For 30 days you can restore it on the page of deleted listings.',
  request: { params: idParams },
  responses: { 204: { description: 'It is gone.' }, ...refusals(401, 403, 404, 409, 410) },
});

const historyRoute = createRoute({
  method: 'get',
  path: '/api/listings/{id}/history',
  tags,
  summary: 'How one of your listings came to be what it is: each move with who, why and when, newest first.',
  request: { params: idParams },
  responses: { 200: json(listingHistorySchema, 'The newest moves.'), ...refusals(401, 403, 404) },
});

const verbs = {
  publish: { run: publishListing, summary: 'Puts a draft up for sale; its time starts.' },
  pause: { run: pauseListing, summary: 'Takes a live listing out of sight; its time goes on.' },
  resume: { run: resumeListing, summary: 'Puts a paused listing back for the rest of its time.' },
  renew: { run: renewListing, summary: 'Starts the listing’s time again from now.' },
} as const;

const addPhotosRoute = createRoute({
  method: 'post',
  path: '/api/listings/{id}/photos',
  tags,
  summary: 'Adds photos (JPEG, PNG, WebP; up to 15 MB and 40 megapixels each; 12 in all): all of them or none.',
  request: {
    params: idParams,
    // Described only: the body is received on the disk as it comes, never parsed into memory.
    body: {
      content: {
        'multipart/form-data': { schema: z.object({ photos: z.array(z.string().meta({ format: 'binary' })) }) },
      },
    },
  },
  responses: {
    201: json(listingSchema, 'The listing with its photos.'),
    ...refusals(400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 503, 507),
  },
});

const orderPhotosRoute = createRoute({
  method: 'put',
  path: '/api/listings/{id}/photos',
  tags,
  summary: 'Puts the photos into the given order; the first one is shown on tiles.',
  request: {
    params: idParams,
    body: body(z.strictObject({ photoIds: z.array(z.string()).max(listingLimits.maxPhotos) })),
  },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(400, 401, 403, 404, 409, 410, 422) },
});

const removePhotoRoute = createRoute({
  method: 'delete',
  path: '/api/listings/{id}/photos/{photoId}',
  tags,
  summary: 'Takes one photo away.',
  request: { params: idParams.extend({ photoId: z.string() }) },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(401, 403, 404, 409, 410, 422) },
});

/** The endpoints of listings. `presentListing` names every field of a response, so no column can leak. */
export function addListingsApi(api: Api, platform: Platform): void {
  api.openapi(searchRoute, async (c) => {
    const params = await spellOut(platform, c.get('actor'), new URL(c.req.url).searchParams);
    const { cursor, limit } = c.req.valid('query');
    const { query, errors } = readListingQuery(params);
    if (params.has('status') || params.get('seller') === 'me') {
      const actor = requireActor(c);
      return c.json(await listOwnListings(platform, actor, params, { cursor, limit }), 200);
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return c.json(
      await searchListings(platform, callerOf(c, platform), { ...query, cursor: cursor || null, limit }),
      200,
    );
  });

  api.openapi(createRouteOf, async (c) => {
    const actor = requireActor(c);
    const body = c.req.valid('json');
    return c.json(await createListing(platform, actor, body, { address: clientAddress(c, platform) }), 201);
  });

  api.openapi(readRoute, async (c, next) => {
    const viewer = c.get('actor');
    const id = c.req.param('id');
    // Ids contain no dot: `export.csv` beside the ids is a file that another feature serves.
    if (id.includes('.')) return (await next()) as never;
    const listing = viewer === null ? await getPublicListing(platform, id) : await getListing(platform, id, viewer.id);
    if (viewer?.id !== listing.seller.id) countView(platform, id);
    return c.json(listing, 200);
  });

  api.openapi(editRoute, async (c) =>
    c.json(await editListing(platform, requireActor(c), c.req.param('id'), c.req.valid('json')), 200),
  );

  api.openapi(removeRoute, async (c) => {
    await removeListing(platform, requireActor(c), c.req.param('id'));
    return c.body(null, 204);
  });

  api.openapi(historyRoute, async (c) =>
    c.json(await listHistory(platform.db, requireActor(c), c.req.param('id')), 200),
  );

  api.openapi(beginRoute, async (c) =>
    c.json(await beginDraft(platform, requireActor(c), clientAddress(c, platform)), 201),
  );

  for (const [verb, { run, summary }] of Object.entries(verbs)) {
    const route = createRoute({
      method: 'post',
      path: `/api/listings/{id}/${verb}`,
      tags,
      summary,
      request: { params: idParams },
      responses: { 200: json(listingSchema, 'The listing.'), ...refusals(401, 403, 404, 409, 410, 422) },
    });
    api.openapi(route, async (c) => c.json(await run(platform, requireActor(c), c.req.param('id')), 200));
  }

  // Registered by hand: the library would read the whole body into memory to check it against its description.
  api.openAPIRegistry.registerPath(addPhotosRoute);
  api.post('/api/listings/:id/photos', async (c) => {
    return c.json(await receivePhotos(platform, requireActor(c), c.req.param('id'), c.req.raw), 201);
  });

  api.openapi(orderPhotosRoute, async (c) =>
    c.json(await orderPhotos(platform, requireActor(c), c.req.param('id'), c.req.valid('json').photoIds), 200),
  );

  api.openapi(removePhotoRoute, async (c) =>
    c.json(await removePhoto(platform, requireActor(c), c.req.param('id'), c.req.param('photoId')), 200),
  );

  addFavoritesApi(api, platform);
}
