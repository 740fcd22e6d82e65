import { createRoute, z } from '@hono/zod-openapi';
import { getPublicProfile } from '#features/accounts/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { type Api, refusals, requireActor, requireAdmin } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { grantInput, premiumStatusSchema, tierDefinitionSchema, tierDefinitions } from './contract.ts';
import { grantPremium, revokePremium } from './grant-premium.server.ts';
import { premiumStatus } from './premium-status.server.ts';
import { settleTier } from './settle-tier.server.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const statusAnswer = { 200: { description: 'What the member has now.', content: json(premiumStatusSchema) } };
const noStore = { 'cache-control': 'no-store' };
const member = z.object({ id: z.string() });

const tiersRoute = createRoute({
  method: 'get',
  path: '/api/tiers',
  tags: ['tiers'],
  summary: 'The tiers and what each allows.',
  responses: {
    200: { description: 'The tiers.', content: json(z.object({ items: z.array(tierDefinitionSchema), nextCursor: z.null() })) },
  },
});

const checkRoute = createRoute({
  method: 'get',
  path: '/api/stripe/check-subscription',
  tags: ['tiers'],
  summary: 'Whether I have premium now, and what is known of my subscription.',
  responses: { ...statusAnswer, ...refusals(401) },
});

const grantRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/premium',
  tags: ['admin'],
  summary: 'Give a member premium without payment, for some months or until revoked.',
  request: { params: member, body: { content: json(grantInput), required: false } },
  responses: { ...statusAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
});

const revokeRoute = createRoute({
  method: 'delete',
  path: '/api/admin/members/{id}/premium',
  tags: ['admin'],
  summary: 'Take a granted premium away.',
  request: { params: member },
  responses: { ...statusAnswer, ...refusals(401, 403, 404, 409) },
});

export const feature: Feature = {
  name: 'tiers',
  api: addApi,
  jobs: {
    'tiers.settle': (platform, { userId }) => settleTier(platform, String(userId)),
  },
};

function addApi(api: Api, platform: Platform): void {
  api.openapi(tiersRoute, (c) => c.json({ items: Object.values(tierDefinitions), nextCursor: null }, 200));

  api.openapi(checkRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, actor.id)), 200, noStore);
  });

  api.openapi(grantRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id: userId } = await getPublicProfile(platform.db, c.req.valid('param').id);
    await grantPremium(platform, { userId, by: operator.id, months: c.req.valid('json')?.months });
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, userId)), 200, noStore);
  });

  api.openapi(revokeRoute, async (c) => {
    const operator = requireAdmin(c);
    const { id: userId } = await getPublicProfile(platform.db, c.req.valid('param').id);
    await revokePremium(platform, { userId, by: operator.id });
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, userId)), 200, noStore);
  });
}
