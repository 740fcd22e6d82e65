import { createRoute, z } from '@hono/zod-openapi';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { failedJobsSchema, jobQuery } from '../contract.ts';
import { runAgain, showFailedJobs } from './failed-jobs.server.ts';

const tags = ['admin'];

const listRoute = createRoute({
  method: 'get',
  path: '/api/admin/jobs',
  tags,
  summary:
    'Lists failed jobs that aren’t running. Jobs that won’t be retried come first. `show` selects all jobs or only email jobs.',
  request: { query: jobQuery },
  responses: { 200: json(failedJobsSchema, 'The failed jobs.'), ...refusals(401, 403, 422) },
});

const runRoute = createRoute({
  method: 'post',
  path: '/api/admin/jobs/{id}/run',
  tags,
  summary: 'Runs a failed job again immediately. Running a job twice does no harm.',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { ...success, ...refusals(401, 403, 404) },
});

/** The admin's API for failed jobs and emails. */
export function addAdminJobsApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) => {
    requireAdmin(c);
    return c.json({ items: await showFailedJobs(platform, c.req.valid('query')), nextCursor: null }, 200);
  });
  api.openapi(runRoute, async (c) => {
    await runAgain(platform, requireAdmin(c).id, c.req.valid('param').id);
    return c.json(done, 200);
  });
}
