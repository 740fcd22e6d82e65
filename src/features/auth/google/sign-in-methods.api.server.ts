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
  summary: 'My ways to sign in: a password, Google accounts.',
  responses: {
    200: json(wholeListSchema(wayInSchema), 'My ways in, the oldest first.'),
    ...refusals(401),
  },
});

const linkRoute = createRoute({
  method: 'post',
  path: '/api/auth/link-accounts',
  tags: ['sign-in'],
  summary: 'Link the Google account of this e-mail to mine, after both were proven within ten minutes.',
  request: { body: body(linkAccountsInput) },
  responses: {
    200: json(linkedSchema, 'Linked when there is more than one.'),
    ...refusals(400, 401, 403, 409, 422, 503),
  },
});

const unlinkRoute = createRoute({
  method: 'post',
  path: '/api/auth/unlink-account',
  tags: ['sign-in'],
  summary: 'Take a Google account away from mine; not the last way in.',
  request: { body: body(unlinkInput) },
  responses: {
    200: json(doneSchema, 'Done; my other devices are signed out.'),
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
