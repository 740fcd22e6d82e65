import { createRoute, z } from '@hono/zod-openapi';
import { reportQuery } from '#features/messages/contract.ts';
import { claimReport, returnReport } from '#features/messages/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { namedReportSchema, reportAnswerInput, reportQueueSchema } from '../contract.ts';
import { decideReport } from './decide-report.server.ts';
import { checkNotOwnReport, inspectNamedReport, listNamedReports } from './find-report.server.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });
const report = { 200: json(namedReportSchema, 'The report.') };

const listRoute = createRoute({
  method: 'get',
  path: '/api/admin/reports',
  tags,
  summary:
    'Lists reports that are unassigned (`open`), assigned to you (`mine`), assigned to others (`claimed`) or closed (`answered`).',
  request: { query: reportQuery },
  responses: { 200: json(reportQueueSchema, 'A page of reports.'), ...refusals(401, 403, 422) },
});

const readRoute = createRoute({
  method: 'get',
  path: '/api/admin/reports/{id}',
  tags,
  summary: 'Returns a report. Only the assigned admin sees the messages copied with it.',
  request: { params },
  responses: { ...report, ...refusals(401, 403, 404) },
});

const claimRoute = createRoute({
  method: 'post',
  path: '/api/admin/reports/{id}/claim',
  tags,
  summary:
    'Assigns a report to yourself. Only you can then read its messages and close it. Takes no body. Recorded in the audit log.',
  request: { params },
  responses: { ...report, ...refusals(401, 403, 404, 409) },
});

const returnRoute = createRoute({
  method: 'delete',
  path: '/api/admin/reports/{id}/claim',
  tags,
  summary: 'Unassigns a report.',
  request: { params },
  responses: { ...report, ...refusals(401, 403, 404, 409) },
});

const answerRoute = createRoute({
  method: 'post',
  path: '/api/admin/reports/{id}/answer',
  tags,
  summary: 'Closes a report that is assigned to you. Each member with a message is notified on the site and by email.',
  request: { params, body: body(reportAnswerInput) },
  responses: { ...report, ...refusals(400, 401, 403, 404, 409, 422) },
});

/** Calls of admins for reports of members. */
export function addAdminReportsApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await listNamedReports(platform, c.req.valid('query'), admin.id), 200);
  });

  api.openapi(readRoute, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await inspectNamedReport(platform, c.req.valid('param').id, admin.id), 200);
  });

  api.openapi(claimRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: reportId } = c.req.valid('param');
    await checkNotOwnReport(platform, admin.id, reportId);
    await claimReport(platform, { reportId, by: admin.id });
    return c.json(await inspectNamedReport(platform, reportId, admin.id), 200);
  });

  api.openapi(returnRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: reportId } = c.req.valid('param');
    await checkNotOwnReport(platform, admin.id, reportId);
    await returnReport(platform, { reportId, by: admin.id });
    return c.json(await inspectNamedReport(platform, reportId, admin.id), 200);
  });

  api.openapi(answerRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: reportId } = c.req.valid('param');
    await checkNotOwnReport(platform, admin.id, reportId);
    await decideReport(platform, { reportId, by: admin.id }, c.req.valid('json'));
    return c.json(await inspectNamedReport(platform, reportId, admin.id), 200);
  });
}
