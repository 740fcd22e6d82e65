import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { getChange, listRows } from './change/bulk.queries.server.ts';
import { commitChange, undoChange } from './change/move-change.server.ts';
import { requestChange } from './change/request-change.server.ts';
import { bulkInput, bulkRowPageSchema, bulkSchema, listRowsSchema } from './contract.ts';

const tags = ['listings'];
const params = z.object({ id: z.string() });
const answer = json(bulkSchema, 'The bulk edit with its first listings.');

export function addBulkApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string) => bulkSchema.parse(await getChange(platform.db, actor.id, id));

  const ask = createRoute({
    method: 'post',
    path: '/api/listings/bulk',
    tags,
    summary: 'Previews or makes one change to many of your listings (Premium).',
    description:
      'Changes prices by percent, by amount or by market price, or pauses, resumes or renews the listings. With `preview` (the default) nothing changes until `commit`. The response has the result for each listing, with the reason if it can’t change. If the price of a listing changes in the meantime, the listing stays unchanged.',
    request: { body: body(bulkInput) },
    responses: { 201: answer, ...refusals(400, 401, 403, 422, 429) },
  });
  api.openapi(ask, async (c) => {
    const actor = requireActor(c);
    return c.json(await show(actor, await requestChange(platform, actor, c.req.valid('json'))), 201);
  });

  const get = createRoute({
    method: 'get',
    path: '/api/listings/bulk/{id}',
    tags,
    summary: 'Returns one of your bulk edits with its progress.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const rows = createRoute({
    method: 'get',
    path: '/api/listings/bulk/{id}/changes',
    tags,
    summary: 'Lists the listings of a bulk edit, optionally of one state.',
    request: { params, query: listRowsSchema },
    responses: { 200: json(bulkRowPageSchema, 'A page of listings.'), ...refusals(401, 404, 422) },
  });
  api.openapi(rows, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    return c.json(bulkRowPageSchema.parse(await listRows(platform.db, actor.id, id, c.req.valid('query'))), 200);
  });

  const commit = createRoute({
    method: 'post',
    path: '/api/listings/bulk/{id}/commit',
    tags,
    summary: 'Makes the previewed changes in the background.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 403, 404, 409, 422) },
  });
  api.openapi(commit, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await commitChange(platform, actor, id);
    return c.json(await show(actor, id), 200);
  });

  const undo = createRoute({
    method: 'post',
    path: '/api/listings/bulk/{id}/undo',
    tags,
    summary: 'Undoes the changes within 24 hours, except for listings edited since.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404, 409) },
  });
  api.openapi(undo, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await undoChange(platform, actor, id);
    return c.json(await show(actor, id), 200);
  });
}
