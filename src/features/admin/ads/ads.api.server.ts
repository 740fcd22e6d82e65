import { createRoute, z } from '@hono/zod-openapi';
import { adChangeSchema, adFactsSchema, adInSchema, adPageSchema, listAdsSchema } from '#features/ads/contract.ts';
import {
  changeAd,
  createAd,
  getAd,
  listAds,
  receiveAdPicture,
  removeAd,
  setAdPicture,
} from '#features/ads/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';

const tags = ['admin'];
const path = '/api/admin/ads/{id}';
const params = z.object({ id: z.string().max(64) });
const answer = { 200: json(adFactsSchema, 'The ad, with statistics per day.') };

const listRoute = createRoute({
  method: 'get',
  path: '/api/admin/ads',
  tags,
  summary: 'Lists all ads, newest first, with views and clicks.',
  request: { query: listAdsSchema },
  responses: { 200: json(adPageSchema, 'A page of ads.'), ...refusals(401, 403, 422) },
});
const createAdRoute = createRoute({
  method: 'post',
  path: '/api/admin/ads',
  tags,
  summary: 'Creates an ad. Visitors and Free members see it between its start and its end. The weight sets how often.',
  request: { body: body(adInSchema) },
  responses: { 201: json(adFactsSchema, 'The ad.'), ...refusals(400, 401, 403, 409, 422) },
});
const readRoute = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'Returns an ad, with views and clicks per day.',
  request: { params },
  responses: { ...answer, ...refusals(401, 403, 404) },
});
const changeRoute = createRoute({
  method: 'patch',
  path,
  tags,
  summary: 'Changes an ad. The change is visible immediately.',
  request: { params, body: body(adChangeSchema) },
  responses: { ...answer, ...refusals(400, 401, 403, 404, 409, 422) },
});
const removeRoute = createRoute({
  method: 'delete',
  path,
  tags,
  summary: 'Deletes an ad with its image and statistics.',
  request: { params },
  responses: { ...success, ...refusals(401, 403, 404) },
});
const pictureRoute = createRoute({
  method: 'post',
  path: `${path}/picture`,
  tags,
  summary: 'Sets the image of an ad: the middle square of the file in the field “photo”.',
  request: {
    params,
    body: {
      content: { 'multipart/form-data': { schema: z.object({ photo: z.string().meta({ format: 'binary' }) }) } },
      required: true,
    },
  },
  responses: { ...answer, ...refusals(400, 401, 403, 404, 413, 415, 422, 429, 503) },
});
const noPictureRoute = createRoute({
  method: 'delete',
  path: `${path}/picture`,
  tags,
  summary: 'Removes the image of an ad.',
  request: { params },
  responses: { ...answer, ...refusals(401, 403, 404) },
});

/** The admin's API for ads. */
export function addAdminAdsApi(api: Api, platform: Platform): void {
  const { db, clock } = platform;
  const show = (id: string) => getAd(db, clock.now(), id);

  api.openapi(listRoute, async (c) => c.json(await listAds(db, clock.now(), c.req.valid('query')), 200));
  api.openapi(createAdRoute, async (c) =>
    c.json(await show(await createAd(platform, requireAdmin(c).id, c.req.valid('json'))), 201),
  );
  api.openapi(readRoute, async (c) => c.json(await show(c.req.valid('param').id), 200));
  api.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    await changeAd(platform, requireAdmin(c).id, id, c.req.valid('json'));
    return c.json(await show(id), 200);
  });
  api.openapi(removeRoute, async (c) => {
    await removeAd(platform, requireAdmin(c).id, c.req.valid('param').id);
    return c.json(done, 200);
  });
  api.openapi(noPictureRoute, async (c) => {
    const { id } = c.req.valid('param');
    await setAdPicture(platform, requireAdmin(c).id, id, null);
    return c.json(await show(id), 200);
  });

  // Not validated as a form by the framework, which would read the whole picture into memory.
  api.openAPIRegistry.registerPath(pictureRoute);
  api.post('/api/admin/ads/:id/picture', async (c) => {
    const id = c.req.param('id');
    await receiveAdPicture(platform, requireAdmin(c).id, id, c.req.raw);
    return c.json(await show(id), 200);
  });
}
