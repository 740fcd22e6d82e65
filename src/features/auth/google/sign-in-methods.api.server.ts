import { createRoute, z } from '@hono/zod-openapi';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, doneSchema, json } from '#platform/http/responses/answers.ts';
import { listWaysIn, type WayIn } from '#platform/identity/providers/provider-accounts.server.ts';
import type { Platform } from '#platform/platform.ts';
import { linkAccountsInput, unlinkInput, type WayInView, wayInSchema } from '../model/security.contract.ts';
import { linkAccounts, unlinkGoogle } from './link-accounts.server.ts';

const linkedSchema = z
  .object({ success: z.literal(true), message: z.string(), totalAccountsLinked: z.number().int() })
  .meta({ id: 'AccountsLinked' });

const listRoute = createRoute({
  method: 'get',
  path: '/api/auth/list-accounts',
  tags: ['sign-in'],
  summary: 'Lists your password and Google accounts.',
  responses: {
    200: json(wholeListSchema(wayInSchema), 'Your sign-in methods, oldest first.'),
    ...refusals(401),
  },
});

const linkRoute = createRoute({
  method: 'post',
  path: '/api/auth/link-accounts',
  tags: ['sign-in'],
  summary:
    'Links the Google account with this email to your account. Requires a verified identity and a Google sign-in within 10 minutes.',
  request: { body: body(linkAccountsInput) },
  responses: {
    200: json(linkedSchema, 'The number of sign-in methods after the change.'),
    ...refusals(400, 401, 403, 409, 422, 503),
  },
});

const unlinkRoute = createRoute({
  method: 'post',
  path: '/api/auth/unlink-account',
  tags: ['sign-in'],
  summary: 'Unlinks a Google account. Your only sign-in method can’t be unlinked.',
  request: { body: body(unlinkInput) },
  responses: {
    200: json(doneSchema, 'The account is unlinked, and your other devices are signed out.'),
    ...refusals(400, 401, 403, 404, 409, 422),
  },
});

export function addWaysInApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) => {
    const actor = requireActor(c);
    const items = (await listWaysIn(platform.db, actor.id)).map((way) => wayInSchema.parse(presentWayIn(way)));
    return c.json({ items, nextCursor: null }, 200);
  });

  api.openapi(linkRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(linkedSchema.parse(await linkAccounts(platform, actor, c.req.valid('json'))), 200);
  });

  api.openapi(unlinkRoute, async (c) => {
    const actor = requireActor(c);
    await unlinkGoogle(platform, actor, c.req.valid('json').accountId);
    return c.json(done, 200);
  });
}

export function presentWayIn(way: WayIn): WayInView {
  return {
    id: way.id,
    providerId: way.providerId === 'credential' ? 'credential' : 'google',
    email: way.email,
    createdAt: way.createdAt.toISOString(),
  };
}
