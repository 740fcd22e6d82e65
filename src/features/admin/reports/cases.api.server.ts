import { createRoute, z } from '@hono/zod-openapi';
import {
  appealAnswerInput,
  appealsQuery,
  noteInput,
  statementTextChange,
  statementTextInput,
  statementTextSchema,
  statementTextsSchema,
} from '#features/moderation/contract.ts';
import {
  changeStatementText,
  createStatementText,
  listStatementTexts,
  noteOnCase,
  removeStatementText,
} from '#features/moderation/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { inspectNamedAppeal, judgeAppeal, listNamedAppeals } from '../appeals/find-appeal.server.ts';
import { appealPageSchema, appealSchema, namedReportSchema } from '../contract.ts';
import { inspectNamedReport } from './find-report.server.ts';
import { textsFor } from './report-texts.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });
const texts = { 200: json(statementTextsSchema, 'The templates, by name.') };
const appealed = { 200: json(appealSchema, 'The decision, with its appeal.') };

const noteRoute = createRoute({
  method: 'post',
  path: '/api/admin/reports/{id}/notes',
  tags,
  summary: 'Adds a note to a report. Only admins see it.',
  request: { params, body: body(noteInput) },
  responses: { 200: json(namedReportSchema, 'The report.'), ...refusals(400, 401, 403, 404, 422) },
});
const reportTextsRoute = createRoute({
  method: 'get',
  path: '/api/admin/reports/{id}/texts',
  tags,
  summary: 'Lists the response templates, filled in for this report.',
  request: { params },
  responses: { ...texts, ...refusals(401, 403, 404) },
});
const textsRoute = createRoute({
  method: 'get',
  path: '/api/admin/texts',
  tags,
  summary: 'Lists the response templates.',
  responses: { ...texts, ...refusals(401, 403) },
});
const writeRoute = createRoute({
  method: 'post',
  path: '/api/admin/texts',
  tags,
  summary: 'Creates a response template. Each case fills in `{member}`, `{thing}`, `{reason}` and `{days}`.',
  request: { body: body(statementTextInput) },
  responses: { 201: json(statementTextSchema, 'The template.'), ...refusals(400, 401, 403, 409, 422) },
});
const changeRoute = createRoute({
  method: 'patch',
  path: '/api/admin/texts/{id}',
  tags,
  summary: 'Changes a response template. Sent messages stay the same.',
  request: { params, body: body(statementTextChange) },
  responses: { 200: json(statementTextSchema, 'The template.'), ...refusals(400, 401, 403, 404, 409, 422) },
});
const removeRoute = createRoute({
  method: 'delete',
  path: '/api/admin/texts/{id}',
  tags,
  summary: 'Deletes a response template.',
  request: { params },
  responses: { ...success, ...refusals(401, 403, 404) },
});
const appealsRoute = createRoute({
  method: 'get',
  path: '/api/admin/appeals',
  tags,
  summary: 'Lists appeals that are waiting for a decision (`waiting`), oldest first, or decided (`answered`).',
  request: { query: appealsQuery },
  responses: { 200: json(appealPageSchema, 'A page of appeals.'), ...refusals(401, 403, 422) },
});
const appealRoute = createRoute({
  method: 'get',
  path: '/api/admin/appeals/{id}',
  tags,
  summary: 'Returns a decision with its appeal and the notes of admins.',
  request: { params },
  responses: { ...appealed, ...refusals(401, 403, 404) },
});
const appealNoteRoute = createRoute({
  method: 'post',
  path: '/api/admin/appeals/{id}/notes',
  tags,
  summary: 'Adds a note to an appeal. Only admins see it.',
  request: { params, body: body(noteInput) },
  responses: { ...appealed, ...refusals(400, 401, 403, 404, 422) },
});
const answerRoute = createRoute({
  method: 'post',
  path: '/api/admin/appeals/{id}/answer',
  tags,
  summary:
    'Decides an appeal. `overturned` reverses the decision. If there is another admin, the one who made the decision can’t decide the appeal.',
  request: { params, body: body(appealAnswerInput) },
  responses: { ...appealed, ...refusals(400, 401, 403, 404, 409, 422) },
});

/** Calls of admins for notes on cases, texts for statements, and appeals. */
export function addAdminCasesApi(api: Api, platform: Platform): void {
  const { db } = platform;
  const oneText = async (id: string) =>
    statementTextSchema.parse((await listStatementTexts(db)).find((one) => one.id === id));

  api.openapi(noteRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id } = await inspectNamedReport(platform, c.req.valid('param').id, admin.id);
    await noteOnCase(platform, id, admin.id, c.req.valid('json').text);
    return c.json(await inspectNamedReport(platform, id, admin.id), 200);
  });
  api.openapi(reportTextsRoute, async (c) => {
    const report = await inspectNamedReport(platform, c.req.valid('param').id, requireAdmin(c).id);
    return c.json({ items: await textsFor(platform, report), nextCursor: null }, 200);
  });

  api.openapi(textsRoute, async (c) => c.json({ items: await listStatementTexts(db), nextCursor: null }, 200));
  api.openapi(writeRoute, async (c) => {
    return c.json(await oneText(await createStatementText(platform, requireAdmin(c).id, c.req.valid('json'))), 201);
  });
  api.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid('param');
    await changeStatementText(platform, requireAdmin(c).id, id, c.req.valid('json'));
    return c.json(await oneText(id), 200);
  });
  api.openapi(removeRoute, async (c) => {
    await removeStatementText(platform, requireAdmin(c).id, c.req.valid('param').id);
    return c.json(done, 200);
  });

  api.openapi(appealsRoute, async (c) =>
    c.json(await listNamedAppeals(platform, requireAdmin(c).id, c.req.valid('query')), 200),
  );
  api.openapi(appealRoute, async (c) =>
    c.json(await inspectNamedAppeal(platform, c.req.valid('param').id, requireAdmin(c).id), 200),
  );
  api.openapi(appealNoteRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id } = await inspectNamedAppeal(platform, c.req.valid('param').id, admin.id);
    await noteOnCase(platform, id, admin.id, c.req.valid('json').text);
    return c.json(await inspectNamedAppeal(platform, id, admin.id), 200);
  });
  api.openapi(answerRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await judgeAppeal(platform, admin.id, id, c.req.valid('json'));
    return c.json(await inspectNamedAppeal(platform, id, admin.id), 200);
  });
}
