import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { bankPayoutsQuery, bankPayoutsSchema } from './bank-payouts.contract.ts';
import { listBankPayouts } from './list-bank-payouts.server.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/api/payouts/bank-payouts',
  tags: ['payouts'],
  summary: 'Lists the payments from Stripe to your bank, newest first. One that was paid can still fail.',
  request: { query: bankPayoutsQuery },
  responses: { 200: json(bankPayoutsSchema, 'The payouts to your bank.'), ...refusals(401, 422) },
});

export function addBankPayoutsApi(api: Api, { db }: Platform): void {
  api.openapi(listRoute, async (c) =>
    c.json(bankPayoutsSchema.parse(await listBankPayouts(db, requireActor(c).id, c.req.valid('query'))), 200),
  );
}
