import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { orderPayoutsQuery, orderPayoutsSchema, payoutBalanceSchema } from './balance.contract.ts';
import { listPayouts } from './list-payouts.server.ts';
import { readPayoutBalance } from './read-balance.server.ts';

const tags = ['payouts'];

const balanceRoute = createRoute({
  method: 'get',
  path: '/api/payouts/balance',
  tags,
  summary: 'Returns your earnings in each currency: held, ready, on the way, paid out, and what you owe.',
  responses: { 200: json(payoutBalanceSchema, 'Your balance in each currency.'), ...refusals(401) },
});

const listRoute = createRoute({
  method: 'get',
  path: '/api/payouts',
  tags,
  summary: 'Lists your paid orders with their payouts, latest payment first.',
  request: { query: orderPayoutsQuery },
  responses: { 200: json(orderPayoutsSchema, 'The orders.'), ...refusals(401, 422) },
});

export function addPayoutsApi(api: Api, platform: Platform): void {
  const { db, clock } = platform;
  api.openapi(balanceRoute, async (c) => {
    const { id } = requireActor(c);
    return c.json(payoutBalanceSchema.parse(await readPayoutBalance(db, id, clock.now())), 200);
  });
  api.openapi(listRoute, async (c) =>
    c.json(orderPayoutsSchema.parse(await listPayouts(db, requireActor(c).id, c.req.valid('query'))), 200),
  );
}
