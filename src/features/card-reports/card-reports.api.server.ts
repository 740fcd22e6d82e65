import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { cardReportInput } from './contract.ts';
import { reportCard } from './report-card.server.ts';

const reportRoute = createRoute({
  method: 'post',
  path: '/api/catalogue/cards/{id}/reports',
  tags: ['catalogue'],
  summary: 'Reports wrong data of a card to the admins. You get a notification when it is checked.',
  request: { params: z.object({ id: z.string().max(64) }), body: body(cardReportInput) },
  responses: {
    201: json(z.object({ id: z.string() }), 'The report.'),
    ...refusals(400, 401, 403, 404, 409, 422, 429),
  },
});

export function addCardReportsApi(api: Api, platform: Platform): void {
  api.openapi(reportRoute, async (c) => {
    const id = await reportCard(platform, requireActor(c), c.req.valid('param').id, c.req.valid('json'));
    return c.json({ id }, 201);
  });
}
