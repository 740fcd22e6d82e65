import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { invalid } from '#kernel/refusal.ts';
import { type Api, fieldErrors, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { changeRowSchema, importTextSchema, previewSchema, wantListSchema } from '../contract.ts';
import { getListFor } from '../read/want-lists.queries.server.ts';
import { changeRow, commitPreview, dropPreview } from './change-preview.server.ts';
import { importWants, receiveWants } from './import-wants.server.ts';
import { getPreview } from './preview.queries.server.ts';

const tags = ['Want lists'];
const params = z.object({ id: z.string() });
const rowParams = z.object({
  id: z.string(),
  n: z.coerce.number('The row must be a number.').int('The row must be a whole number.').min(1).max(1_000_000),
});
const answer = json(previewSchema, 'What was brought, row by row.');

/** The import of a file or pasted text into the lines of a list. */
export function addImportApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string) => previewSchema.parse(await getPreview(platform.db, actor, id));

  const importRoute = createRoute({
    method: 'post',
    path: '/api/want-lists/{id}/import',
    tags,
    summary: 'Reads cards for my want list; nothing is on it before it is committed.',
    description:
      'A file, or as JSON `{text}` what stands in it: plain lines such as `2 Sol Ring (C21) 263 *F*`, the exports that `POST /api/listings/import` knows, or another table with a column of names. At most 1 MB and 1,000 rows, as JSON 512 kB. A line without a set wants any printing; what may be several cards is doubtful, with candidates.',
    request: {
      params,
      body: {
        content: {
          'multipart/form-data': { schema: z.object({ file: z.string().meta({ format: 'binary' }) }) },
          ...body(importTextSchema).content,
        },
      },
    },
    responses: { 201: answer, ...refusals(400, 401, 404, 413, 415, 422, 429) },
  });
  // Registered by hand: the library would read a file into memory to validate it.
  api.openAPIRegistry.registerPath(importRoute);
  api.post('/api/want-lists/:id/import', async (c) => {
    const [actor, id] = [requireActor(c), c.req.param('id')];
    if (/^application\/json/i.test(c.req.header('content-type') ?? '')) {
      const parsed = importTextSchema.safeParse(await c.req.json().catch(() => null));
      if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
      await importWants(platform, actor, id, parsed.data.text);
    } else await receiveWants(platform, actor, id, c.req.raw);
    return c.json(await show(actor, id), 201);
  });

  const see = createRoute({
    method: 'get',
    path: '/api/want-lists/{id}/import',
    tags,
    summary: 'What was brought for my want list and is not on it yet.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404, 409) },
  });
  api.openapi(see, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const drop = createRoute({
    method: 'delete',
    path: '/api/want-lists/{id}/import',
    tags,
    summary: 'Throws away what was brought for my want list.',
    request: { params },
    responses: { 204: { description: 'It is gone.' }, ...refusals(401, 404) },
  });
  api.openapi(drop, async (c) => {
    await dropPreview(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });

  const change = createRoute({
    method: 'put',
    path: '/api/want-lists/{id}/import/rows/{n}',
    tags,
    summary: 'Puts a row right: its card, whether any printing of it will do, or that it is left out.',
    request: { params: rowParams, body: body(changeRowSchema) },
    responses: { 200: answer, ...refusals(400, 401, 404, 409, 422) },
  });
  api.openapi(change, async (c) => {
    const [actor, { id, n }] = [requireActor(c), c.req.valid('param')];
    await changeRow(platform, actor, id, n, c.req.valid('json'));
    return c.json(await show(actor, id), 200);
  });

  const commit = createRoute({
    method: 'post',
    path: '/api/want-lists/{id}/import/commit',
    tags,
    summary: 'Puts every row that is sure on my want list.',
    request: { params },
    responses: { 200: json(wantListSchema, 'The list as it is now.'), ...refusals(401, 403, 404, 409) },
  });
  api.openapi(commit, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await commitPreview(platform, actor, id);
    return c.json(wantListSchema.parse(await getListFor(platform, actor, id)), 200);
  });
}
