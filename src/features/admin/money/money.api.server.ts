import { createRoute } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { body, done, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { decideMoney } from './decide-money.server.ts';
import { moneyDecisionInput } from './money.contract.ts';

const decideRoute = createRoute({
  method: 'post',
  path: '/api/admin/money/decisions',
  tags: ['admin'],
  summary:
    'Decides about a difference between the ledger and Stripe’s balance. It confirms the opening balance, books a line as the host’s own money, or sets payouts to manual.',
  request: { body: body(moneyDecisionInput) },
  responses: { ...success, ...refusals(400, 401, 403, 409, 422, 503) },
});

/** The admin's API for the market's money. */
export function addAdminMoneyApi(api: Api, platform: Platform): void {
  api.openapi(decideRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    await decideMoney(platform, admin.id, c.req.valid('json'));
    return c.json(done, 200);
  });
}
