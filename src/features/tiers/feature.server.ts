import { createRoute, z } from '@hono/zod-openapi';
import type { Feature } from '#platform/feature.ts';
import { tierDefinitionSchema, tierDefinitions } from './contract.ts';

const tiersRoute = createRoute({
  method: 'get',
  path: '/api/tiers',
  tags: ['tiers'],
  summary: 'The tiers and what each allows.',
  responses: {
    200: {
      description: 'The tiers.',
      content: { 'application/json': { schema: z.object({ items: z.array(tierDefinitionSchema), nextCursor: z.null() }) } },
    },
  },
});

export const feature: Feature = {
  name: 'tiers',
  api(api) {
    api.openapi(tiersRoute, (c) => c.json({ items: Object.values(tierDefinitions), nextCursor: null }, 200));
  },
};
