import { createRoute, z } from '@hono/zod-openapi';
import { straighten } from '#features/catalogue/language.ts';
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
import { searchWarnings } from './search/search-warnings.server.ts';

const tags = ['listings'];
const idParams = z.object({ id: z.string() });
const several = z.union([z.string(), z.array(z.string())]).optional();

const searchRoute = createRoute({
  method: 'get',
  path: '/api/listings',
  tags,
  summary: 'Searches the listings for sale. Returns counts for each filter.',
  description:
    'Filters accept several values, repeated or separated by commas. Prices are in minor units of US dollars. Other currencies are compared at fixed rates. With `status` (one or more statuses, or `all`) and `seller=me`, returns your own listings.',
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
      company: several,
      grade: several,
      photo: several,
      edition: several,
      ...eachFlag(() => several),
      minPrice: several,
      maxPrice: several,
      seller: several,
      minRating: several,
      shipsFrom: several,
      shipsTo: several,
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
  summary: 'Creates a listing, as a draft or published.',
  request: { body: body(createListingSchema) },
  responses: { 201: json(listingSchema, 'The listing.'), ...refusals(400, 401, 403, 409, 422, 429) },
});

const beginRoute = createRoute({
  method: 'post',
  path: '/api/listings/unfinished',
  tags,
  summary:
    'Creates a draft for photos, or returns your existing one. Add card, condition and price before you publish it.',
  responses: { 201: json(listingSchema, 'The draft.'), ...refusals(401, 403, 409, 429) },
});

const readRoute = createRoute({
  method: 'get',
  path: '/api/listings/{id}',
  tags,
  summary: 'Returns a listing. Only its seller receives the minimum offer.',
  request: { params: idParams },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(404, 410) },
});

const editRoute = createRoute({
  method: 'patch',
  path: '/api/listings/{id}',
  tags,
  summary: 'Updates one of your listings. Missing fields stay unchanged. A reserved or sold listing can’t be updated.',
  request: { params: idParams, body: body(editListingSchema) },
  responses: { 200: json(listingSchema, 'The listing.'), ...refusals(400, 401, 403, 404, 409, 410, 422) },
});

const removeRoute = createRoute({
  method: 'delete',
  path: '/api/listings/{id}',
  tags,
  summary: 'Deletes one of your listings. You can restore it for 30 days on the page of deleted listings.',
  request: { params: idParams },
  responses: { 204: { description: 'The listing is deleted.' }, ...refusals(401, 403, 404, 409, 410) },
});

const historyRoute = createRoute({
  method: 'get',
  path: '/api/listings/{id}/history',
  tags,
  summary:
    'Returns the status history of one of your listings, newest first. Each entry has an actor, a reason and a time.',
  request: { params: idParams },
  responses: { 200: json(listingHistorySchema, 'The latest entries.'), ...refusals(401, 403, 404) },
});

const verbs = {
  publish: { run: publishListing, summary: 'Publishes a draft and starts its listing period.' },
  pause: { run: pauseListing, summary: 'Pauses a listing. Its listing period continues.' },
  resume: { run: resumeListing, summary: 'Resumes a paused listing for the rest of its listing period.' },
  renew: { run: renewListing, summary: 'Renews a listing. Its listing period starts again.' },
} as const;

const addPhotosRoute = createRoute({
  method: 'post',
  path: '/api/listings/{id}/photos',
  tags,
  summary:
    'Adds photos as JPEG, PNG or WebP, up to 15 MB and 40 megapixels each. A listing can have up to 12. If one photo is refused, none are added.',
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
  summary: 'Reorders the photos. The first one is shown in lists.',
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
  summary: 'Removes a photo.',
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
    const caller = callerOf(c, platform);
    const page = await searchListings(platform, caller, { ...query, cursor: cursor || null, limit });
    const warnings = await searchWarnings(platform, caller.actor, straighten(params.get('q') ?? ''));
    return c.json({ ...page, warnings }, 200);
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
