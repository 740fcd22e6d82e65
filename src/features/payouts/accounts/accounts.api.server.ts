import { createRoute } from '@hono/zod-openapi';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { accountLinkInput, accountLinkSchema, payoutAccountSchema } from '../contract.ts';
import { linkAccount } from './link-account.server.ts';
import { showAccount } from './show-account.server.ts';

const tags = ['payouts'];

const readRoute = createRoute({
  method: 'get',
  path: '/api/payouts/account',
  tags,
  summary: 'Returns your payout account and what is missing for payouts.',
  responses: { 200: json(payoutAccountSchema, 'Your payout account.'), ...refusals(401) },
});

const linkRoute = createRoute({
  method: 'post',
  path: '/api/payouts/account/link',
  tags,
  summary:
    'Returns the address of the payment provider’s page, where you set up payouts or add details; with nothing missing, of your dashboard there. It can be opened once, within minutes.',
  request: { body: body(accountLinkInput, false) },
  responses: {
    200: json(accountLinkSchema, 'The address for the browser.'),
    ...refusals(400, 401, 403, 409, 422, 429, 503),
  },
});

export function addAccountsApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) =>
    c.json(payoutAccountSchema.parse(await showAccount(platform, requireActor(c).id)), 200),
  );
  api.openapi(linkRoute, async (c) => {
    const country = c.req.valid('json')?.country;
    return c.json(accountLinkSchema.parse(await linkAccount(platform, requireActor(c), country)), 200);
  });
}
