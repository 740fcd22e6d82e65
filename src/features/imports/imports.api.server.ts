import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as z from 'zod';
import { flagAdjectives } from '#features/catalogue/words.ts';
import { invalid } from '#kernel/refusal.ts';
import { type Api, fieldErrors, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import {
  changeRowSchema,
  commitSchema,
  importTextSchema,
  ownColumnsSchema,
  rowChoiceSchema,
  savedColumnsSchema,
  stockImportSchema,
} from './contract.ts';
import { getImport, type RowChoice } from './imports.queries.server.ts';
import { importLimits, importSizes } from './model/import.process.ts';
import { explainColumns, forgetColumns } from './parse/own-columns.server.ts';
import { changeRow, commitImport, undoImport } from './run/change-import.server.ts';
import { importText, receiveStock } from './run/import-stock.server.ts';
import { leftRows } from './run/left-rows.server.ts';
import { requirePremium } from './run/require-premium.server.ts';
import { exportFormat, exportStock } from './write/export-stock.server.ts';
import { exportFormats } from './write/write-stock.ts';

const tags = ['listings'];
const params = z.object({ id: z.string() });
const csv = { description: 'A CSV file in UTF-8.', content: { 'text/csv': { schema: z.string() } } };
const answer = json(stockImportSchema, 'The import with its rows.');

/** A CSV download with this file name. */
const answerCsv = (c: Context, name: string, content: string | ReadableStream<Uint8Array>) =>
  c.body(content, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  }) as never;

export function addImportsApi(api: Api, platform: Platform): void {
  const show = (actor: Actor, id: string, choice?: RowChoice) => getImport(platform.db, actor.id, id, choice);

  const bring = createRoute({
    method: 'post',
    path: '/api/listings/import',
    tags,
    summary: 'Reads a file of your inventory (Premium). Nothing is listed until you commit it.',
    description: `The headers show the format: TCGplayer (seller and app), Cardmarket, Deckbox, Moxfield, ManaBox, Dragon Shield, Archidekt, Collectr or eBay. For other headers, the response is 422 \`unreadable_file\` with \`header\`, \`sample\` and \`suggested\`. Save the columns with \`PUT …/import/columns\` and send the file again. Encoding, separator and line ends are detected. A file has at most ${importSizes.file} and ${importSizes.rows}. For a large file the response has the first rows. As JSON, \`{text}\` has the file contents, at most ${importLimits.pastedBytes / 1024 / 1024} MB. Send more as a file.`,
    request: {
      body: {
        content: {
          'multipart/form-data': { schema: z.object({ file: z.string().meta({ format: 'binary' }) }) },
          ...body(importTextSchema).content,
        },
      },
    },
    responses: { 201: answer, ...refusals(400, 401, 403, 413, 415, 422, 429) },
  });
  // Registered by hand: the library would read a file into memory to validate it.
  api.openAPIRegistry.registerPath(bring);
  api.post('/api/listings/import', async (c) => {
    const actor = requireActor(c);
    if (!/^application\/json/i.test(c.req.header('content-type') ?? ''))
      return c.json(await receiveStock(platform, actor, c.req.raw), 201);
    await requirePremium(platform, actor);
    const parsed = importTextSchema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
    return c.json(await importText(platform, actor, parsed.data.text), 201);
  });

  const explain = createRoute({
    method: 'put',
    path: '/api/listings/import/columns',
    tags,
    summary: 'Saves the columns of your own file format (Premium). They apply to all files with this header.',
    request: { body: body(ownColumnsSchema) },
    responses: { 200: json(savedColumnsSchema, 'The saved column mapping.'), ...refusals(400, 401, 403, 409, 422) },
  });
  api.openapi(explain, async (c) => c.json(await explainColumns(platform, requireActor(c), c.req.valid('json')), 200));

  const forget = createRoute({
    method: 'delete',
    path: '/api/listings/import/columns/{id}',
    tags,
    summary: 'Deletes a saved column mapping.',
    request: { params },
    responses: { ...success, ...refusals(401, 404) },
  });
  api.openapi(forget, async (c) => {
    await forgetColumns(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  const takeAlong = createRoute({
    method: 'get',
    path: '/api/listings/export.csv',
    tags,
    summary: 'Exports your unsold copies as a CSV file for another service (Premium).',
    description: `Copies that the format can’t hold unchanged are left out, for example of another game, language or currency. Without a column for them, graded cards, special editions and ${flagAdjectives('or')} copies are left out too. eBay’s format has no light played and played copies. \`sleeved\` has everything.`,
    request: {
      query: z.object({
        format: z
          .string()
          .default('sleeved')
          .meta({ enum: exportFormats.map(({ format }) => format.id) }),
      }),
    },
    responses: { 200: csv, ...refusals(401, 403, 422, 429) },
  });
  api.openapi(takeAlong, async (c) => {
    const to = exportFormat(c.req.valid('query').format);
    return answerCsv(c, `stock-${to.format.id}.csv`, await exportStock(platform, requireActor(c), to));
  });

  const see = createRoute({
    method: 'get',
    path: '/api/listings/import/{id}',
    tags,
    summary: 'Returns one of your imports with its progress and the selected rows.',
    request: { params, query: rowChoiceSchema },
    responses: { 200: answer, ...refusals(401, 404, 422) },
  });
  api.openapi(see, async (c) =>
    c.json(await show(requireActor(c), c.req.valid('param').id, c.req.valid('query')), 200),
  );

  const left = createRoute({
    method: 'get',
    path: '/api/listings/import/{id}/left.csv',
    tags,
    summary: 'Returns the rows without a listing as a CSV file: your columns and the problems of each row.',
    request: { params },
    responses: { 200: csv, ...refusals(401, 404) },
  });
  api.openapi(left, async (c) =>
    answerCsv(c, 'left.csv', await leftRows(platform.db, requireActor(c).id, c.req.valid('param').id)),
  );

  const change = createRoute({
    method: 'put',
    path: '/api/listings/import/{id}/rows/{n}',
    tags,
    summary: 'Corrects the printing, price or finish of a row, or skips it.',
    request: {
      params: z.object({
        id: z.string(),
        n: z.coerce.number({ error: 'Enter the row as a number.' }).int().min(1).max(1_000_000),
      }),
      body: body(changeRowSchema),
    },
    responses: { 200: answer, ...refusals(400, 401, 404, 409, 422) },
  });
  api.openapi(change, async (c) => {
    const { id, n } = c.req.valid('param');
    const actor = requireActor(c);
    await changeRow(platform, actor, id, n, c.req.valid('json'));
    return c.json(await show(actor, id), 200);
  });

  const commit = createRoute({
    method: 'post',
    path: '/api/listings/import/{id}/commit',
    tags,
    summary: 'Creates a listing from each row that is ready, in the background.',
    request: { params, body: body(commitSchema, false) },
    responses: { 200: answer, ...refusals(400, 401, 403, 404, 409, 422) },
  });
  api.openapi(commit, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await commitImport(platform, actor, id, commitSchema.parse(c.req.valid('json') ?? {}));
    return c.json(await show(actor, id), 200);
  });

  const undo = createRoute({
    method: 'post',
    path: '/api/listings/import/{id}/undo',
    tags,
    summary: 'Deletes the unsold listings of an import within 24 hours.',
    request: { params },
    responses: { 200: answer, ...refusals(401, 404, 409) },
  });
  api.openapi(undo, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await undoImport(platform, actor, id);
    return c.json(await show(actor, id), 200);
  });
}
