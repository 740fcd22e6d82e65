import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { blockListSchema, blockSchema, reportSchema, reportThingSchema } from '../contract.ts';
import { fileReport } from '../reports/file-report.server.ts';
import { blockMember, listBlocks, unblockMember } from './blocks.server.ts';

const tags = ['Messages'];
const params = z.object({ id: z.string() });

/** Blocks and reports. */
export function addBlocksApi(api: Api, platform: Platform): void {
  const block = createRoute({
    method: 'post',
    path: '/api/members/{id}/block',
    tags,
    summary: 'Blocks a member. Neither of you can message the other. Only you can see the reason.',
    request: { params, body: body(blockSchema, false) },
    responses: { ...success, ...refusals(400, 401, 403, 404, 422, 429) },
  });
  api.openapi(block, async (c) => {
    const input = c.req.valid('json') ?? {};
    await blockMember(platform, requireActor(c), c.req.valid('param').id, input.reason);
    return c.json(done, 200);
  });

  const unblock = createRoute({
    method: 'delete',
    path: '/api/members/{id}/block',
    tags,
    summary: 'Unblocks a member.',
    request: { params },
    responses: { ...success, ...refusals(401, 403, 404) },
  });
  api.openapi(unblock, async (c) => {
    await unblockMember(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  const list = createRoute({
    method: 'get',
    path: '/api/blocks',
    tags,
    summary: 'Lists the members you blocked.',
    responses: { 200: json(blockListSchema, 'The members.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => c.json(blockListSchema.parse(await listBlocks(platform.db, requireActor(c).id)), 200));

  const reported = {
    201: json(z.object({ id: z.string() }), 'The report.'),
    ...refusals(400, 401, 403, 404, 422, 429),
  };
  const report = createRoute({
    method: 'post',
    path: '/api/members/{id}/report',
    tags,
    summary: 'Reports a member. The report includes a copy of your latest messages.',
    request: { params, body: body(reportSchema) },
    responses: reported,
  });
  api.openapi(report, async (c) => {
    const subject = { kind: 'member', id: c.req.valid('param').id } as const;
    return c.json({ id: await fileReport(platform, requireActor(c), subject, c.req.valid('json')) }, 201);
  });

  const reportThing = createRoute({
    method: 'post',
    path: '/api/reports',
    tags,
    summary:
      'Reports a member, conversation, message, listing, order, wanted post, review or want list. The report includes a copy of your latest messages and their photos.',
    request: { body: body(reportThingSchema) },
    responses: reported,
  });
  api.openapi(reportThing, async (c) => {
    const { subject, ...input } = c.req.valid('json');
    return c.json({ id: await fileReport(platform, requireActor(c), subject, input) }, 201);
  });
}
