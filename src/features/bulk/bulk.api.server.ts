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
const answer = json(bulkSchema, 'The change, with the first of its listings.');

export function addBulkApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string) => bulkSchema.parse(await getChange(platform.db, actor.id, id));

  const ask = createRoute({
    method: 'post',
    path: '/api/listings/bulk',
    tags,
    summary: 'Changes many of the own listings (premium): prices by percent or amount, pause, resume or renew.',
    description:
      'With `preview` (the default) nothing changes before `commit`; the answer says of each listing what it would become, and of those that would be refused why. A listing whose price is another by then is left as it is.',
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
    summary: 'One change of the own listings, and how far it is.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const rows = createRoute({
    method: 'get',
    path: '/api/listings/bulk/{id}/changes',
    tags,
    summary: 'Its listings, page by page; of one state where one is asked for.',
    request: { params, query: listRowsSchema },
    responses: { 200: json(bulkRowPageSchema, 'A page of its listings.'), ...refusals(401, 404, 422) },
  });
  api.openapi(rows, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    return c.json(bulkRowPageSchema.parse(await listRows(platform.db, actor.id, id, c.req.valid('query'))), 200);
  });

  const commit = createRoute({
    method: 'post',
    path: '/api/listings/bulk/{id}/commit',
    tags,
    summary: 'Makes the change, in the background.',
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
    summary: 'Takes back within a day what is still as the change made it.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404, 409) },
  });
  api.openapi(undo, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await undoChange(platform, actor, id);
    return c.json(await show(actor, id), 200);
  });
}
