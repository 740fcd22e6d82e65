import { createRoute, z } from '@hono/zod-openapi';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { marketTextInput, marketTextsSchema } from './contract.ts';
import { marketTextNames } from './text.rules.ts';
import { listMarketTexts, writeMarketText } from './texts.server.ts';

const texts = { 200: json(marketTextsSchema, 'The texts.') };

const textsRoute = createRoute({
  method: 'get',
  path: '/api/market/texts',
  tags: ['market'],
  summary: 'Lists the operator’s texts in Markdown: imprint, contact, return address, additional rules and privacy.',
  responses: texts,
});
const textRoute = createRoute({
  method: 'put',
  path: '/api/admin/market/texts/{name}',
  tags: ['admin'],
  summary:
    'Changes one of the operator’s texts. An empty text deletes it. Send `version` to avoid overwriting a later change.',
  request: { params: z.object({ name: z.enum(marketTextNames) }), body: body(marketTextInput) },
  responses: { ...texts, ...refusals(400, 401, 403, 409, 422) },
});

export function addLegalApi(api: Api, platform: Platform): void {
  const { db } = platform;
  api.openapi(textsRoute, async (c) => c.json({ items: await listMarketTexts(db), nextCursor: null }, 200));
  api.openapi(textRoute, async (c) => {
    const admin = requireAdmin(c);
    await writeMarketText(platform, admin.id, c.req.valid('param').name, c.req.valid('json'));
    return c.json({ items: await listMarketTexts(db), nextCursor: null }, 200);
  });
}
