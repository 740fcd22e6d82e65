import { createRoute } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { decideMoney } from './decide-money.server.ts';
import { marketMoneySchema, moneyDecisionInput } from './money.contract.ts';
import { readMoney } from './read-money.server.ts';

const decideRoute = createRoute({
  method: 'post',
  path: '/api/admin/money/decisions',
  tags: ['admin'],
  summary:
    'Decides about a difference between the ledger and Stripe’s balance, a payment on hold for too long, or an old debt of a seller.',
  request: { body: body(moneyDecisionInput) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422, 503) },
});

const readRoute = createRoute({
  method: 'get',
  path: '/api/admin/money',
  tags: ['admin'],
  summary:
    'Returns the money by the ledger with the margin, the debts of sellers, and payments on hold that need a decision.',
  responses: { 200: json(marketMoneySchema, 'The figures.'), ...refusals(401, 403) },
});

/** The admin's API for the market's money. */
export function addAdminMoneyApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    requireAdmin(c);
    return c.json(marketMoneySchema.parse(await readMoney(platform)), 200);
  });

  api.openapi(decideRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    await decideMoney(platform, admin.id, c.req.valid('json'));
    return c.json(done, 200);
  });
}
