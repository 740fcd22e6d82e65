import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { callerOf, readCostly } from '#platform/http/costly-reads.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import {
  addLineSchema,
  changeLineSchema,
  changeListSchema,
  listSummariesSchema,
  makeListSchema,
  wantListSchema,
} from './contract.ts';
import { addLine, changeLine, removeLine } from './edit/change-lines.server.ts';
import { changeList, makeList, removeList } from './edit/make-list.server.ts';
import { addImportApi } from './import/import.api.server.ts';
import { exportList } from './read/export-list.server.ts';
import { getListFor, listOwnLists } from './read/want-lists.queries.server.ts';

const tags = ['Want lists'];
const params = z.object({ id: z.string() });
const lineParams = z.object({
  id: z.string(),
  n: z.coerce.number('Use a whole number as the line.').int('Use a whole number as the line.').min(1).max(1_000_000),
});
const answer = json(wantListSchema, 'The list with its lines and the matching listings of each line.');

export function addListsApi(api: Api, platform: Platform): void {
  const show = async (viewer: Parameters<typeof getListFor>[1], id: string) =>
    wantListSchema.parse(await getListFor(platform, viewer, id));

  const list = createRoute({
    method: 'get',
    path: '/api/want-lists',
    tags,
    summary: 'Lists your want lists, newest first.',
    responses: { 200: json(listSummariesSchema, 'Your want lists.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => {
    const items = await listOwnLists(platform.db, requireActor(c).id);
    return c.json(listSummariesSchema.parse({ items, nextCursor: null }), 200);
  });

  const make = createRoute({
    method: 'post',
    path: '/api/want-lists',
    tags,
    summary: 'Creates an empty want list, private by default.',
    request: { body: body(makeListSchema) },
    responses: { 201: answer, ...refusals(400, 401, 403, 422, 429) },
  });
  api.openapi(make, async (c) => {
    const actor = requireActor(c);
    return c.json(await show(actor, await makeList(platform, actor, c.req.valid('json'))), 201);
  });

  const get = createRoute({
    method: 'get',
    path: '/api/want-lists/{id}',
    tags,
    summary:
      'Returns a public want list or your own, with the number of matching listings and the cheapest one for each line.',
    request: { params },
    responses: { 200: answer, ...refusals(404, 429, 503) },
  });
  api.openapi(get, async (c) => {
    const caller = callerOf(c, platform);
    return c.json(await readCostly(platform, caller, () => show(caller.actor, c.req.valid('param').id)), 200);
  });

  const change = createRoute({
    method: 'patch',
    path: '/api/want-lists/{id}',
    tags,
    summary: 'Changes the name or visibility of your want list.',
    request: { params, body: body(changeListSchema) },
    responses: { 200: answer, ...refusals(400, 401, 404, 422) },
  });
  api.openapi(change, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await changeList(platform, actor, id, c.req.valid('json'));
    return c.json(await show(actor, id), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/want-lists/{id}',
    tags,
    summary: 'Deletes your want list.',
    request: { params },
    responses: { 204: { description: 'Deleted.' }, ...refusals(401, 404) },
  });
  api.openapi(remove, async (c) => {
    await removeList(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });

  const add = createRoute({
    method: 'post',
    path: '/api/want-lists/{id}/lines',
    tags,
    summary: 'Adds a card to your want list. A card with the same terms adds to the quantity of its line.',
    request: { params, body: body(addLineSchema) },
    responses: { 201: answer, ...refusals(400, 401, 403, 404, 422, 429) },
  });
  api.openapi(add, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await addLine(platform, actor, id, c.req.valid('json'));
    return c.json(await show(actor, id), 201);
  });

  const edit = createRoute({
    method: 'patch',
    path: '/api/want-lists/{id}/lines/{n}',
    tags,
    summary: 'Changes the given fields of a line: quantity, printing or terms.',
    request: { params: lineParams, body: body(changeLineSchema) },
    responses: { 200: answer, ...refusals(400, 401, 404, 422) },
  });
  api.openapi(edit, async (c) => {
    const [actor, { id, n }] = [requireActor(c), c.req.valid('param')];
    await changeLine(platform, actor, id, n, c.req.valid('json'));
    return c.json(await show(actor, id), 200);
  });

  const take = createRoute({
    method: 'delete',
    path: '/api/want-lists/{id}/lines/{n}',
    tags,
    summary: 'Removes a line from your want list.',
    request: { params: lineParams },
    responses: { 200: answer, ...refusals(401, 404, 422) },
  });
  api.openapi(take, async (c) => {
    const [actor, { id, n }] = [requireActor(c), c.req.valid('param')];
    await removeLine(platform, actor, id, n);
    return c.json(await show(actor, id), 200);
  });

  const file = { schema: z.string() };
  const along = createRoute({
    method: 'get',
    path: '/api/want-lists/{id}/export',
    tags,
    summary:
      'Exports a public want list or your own as plain lines for deck builders (`txt`) or as a table of all fields (`csv`).',
    request: { params, query: z.object({ format: z.enum(['txt', 'csv'], 'Use txt or csv.').default('txt') }) },
    responses: {
      200: { description: 'The file in UTF-8.', content: { 'text/plain': file, 'text/csv': file } },
      ...refusals(404, 422),
    },
  });
  api.openapi(along, async (c) => {
    const [{ id }, { format }] = [c.req.valid('param'), c.req.valid('query')];
    const content = await exportList(platform.db, c.get('actor'), id, format);
    const type = format === 'csv' ? 'text/csv' : 'text/plain';
    return c.body(content, 200, {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="want-list.${format}"`,
    }) as never;
  });

  addImportApi(api, platform);
}
