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
  n: z.coerce.number('Use a whole number as the row.').int('Use a whole number as the row.').min(1).max(1_000_000),
});
const answer = json(previewSchema, 'The rows of the import.');

/** The import of a file or pasted text into the lines of a list. */
export function addImportApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string) => previewSchema.parse(await getPreview(platform.db, actor, id));

  const importRoute = createRoute({
    method: 'post',
    path: '/api/want-lists/{id}/import',
    tags,
    summary: 'Starts an import of cards into your want list. The list doesn’t change until you commit the import.',
    description:
      'Send a file, or its text as JSON `{text}`. Plain lines such as `2 Sol Ring (C21) 263 *F*`, the formats of stock imports and tables with a column of names work. The limit is 1 MB and 1,000 rows, or 512 kB as JSON. A line without a set matches any printing. A line that matches several cards is `doubtful` and has `candidates`.',
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
    summary: 'Returns the import of your want list that isn’t committed yet.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404, 409) },
  });
  api.openapi(see, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const drop = createRoute({
    method: 'delete',
    path: '/api/want-lists/{id}/import',
    tags,
    summary: 'Discards the import of your want list.',
    request: { params },
    responses: { 204: { description: 'Discarded.' }, ...refusals(401, 404) },
  });
  api.openapi(drop, async (c) => {
    await dropPreview(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });

  const change = createRoute({
    method: 'put',
    path: '/api/want-lists/{id}/import/rows/{n}',
    tags,
    summary: 'Changes a row: its card, whether any printing matches, or whether the row is skipped.',
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
    summary: 'Adds all `sure` rows to your want list.',
    request: { params },
    responses: { 200: json(wantListSchema, 'The updated list.'), ...refusals(401, 403, 404, 409) },
  });
  api.openapi(commit, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await commitPreview(platform, actor, id);
    return c.json(wantListSchema.parse(await getListFor(platform, actor, id)), 200);
  });
}
