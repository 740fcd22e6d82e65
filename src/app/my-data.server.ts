import { createRoute, z } from '@hono/zod-openapi';
import { deletionMessages, exportEntry } from '#features/entry/index.server.ts';
import { exportListings } from '#features/listings/index.server.ts';
import { exportMember } from '#features/members/index.server.ts';
import { exportNotifications } from '#features/notifications/index.server.ts';
import { exportOrders } from '#features/orders/index.server.ts';
import { exportTier } from '#features/tiers/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/api.ts';
import type { Platform } from '#platform/platform.ts';
import { appLimits } from './app.limits.ts';
import { deleteAccount } from './delete-account.server.ts';

const exportSchema = z
  .object({
    market: z.string(),
    exportedAt: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    listings: z.record(z.string(), z.unknown()),
    orders: z.record(z.string(), z.unknown()),
    notifications: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Export' });
export type MyData = z.infer<typeof exportSchema>;

/** It reads every row of a member in every room. */

const deleteInput = z.strictObject({ password: z.string('The password must be text.').max(1_024, 'That is not your password.').optional() });

const exportRoute = createRoute({
  method: 'get',
  path: '/api/export',
  tags: ['profile'],
  summary: 'Everything of mine as one document: account, listings, orders, mail preferences. Of others only the username.',
  responses: { 200: { description: 'The document.', content: { 'application/json': { schema: exportSchema } } }, ...refusals(401, 429) },
});

const deleteRoute = createRoute({
  method: 'post',
  path: '/api/users/delete-account',
  tags: ['profile'],
  summary: 'Delete my account, with the password or a sign-in of the last ten minutes. Refuses while an order is paid and not completed.',
  request: { body: { content: { 'application/json': { schema: deleteInput } }, required: false } },
  responses: {
    200: {
      description: 'The account is gone; all its sessions have ended.',
      content: { 'application/json': { schema: z.object({ success: z.literal(true), message: z.string() }) } },
    },
    ...refusals(400, 401, 403, 409, 413, 422, 429, 503),
  },
});

/** What a member may ask about everything of theirs, in whichever room it lies. */
export function mountMyData(app: Api, platform: Platform): void {
  app.openapi(exportRoute, async (c) => {
    const actor = requireActor(c);
    await platform.limits.count(appLimits.exports, actor.id);
    const document = exportSchema.parse(await exportAll(platform, actor.id));
    const name = `my-data-${document.exportedAt.slice(0, 10)}.json`;
    return c.json(document, 200, { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` });
  });

  app.openapi(deleteRoute, async (c) => {
    await deleteAccount(platform, requireActor(c), c.req.valid('json') ?? {});
    for (const cookie of platform.identity.clearedCookies()) c.header('set-cookie', cookie, { append: true });
    return c.json({ success: true as const, message: deletionMessages.done }, 200, { 'cache-control': 'no-store' });
  });
}

/** Each room tells its own part; dates become text as JSON writes them. */
async function exportAll(platform: Platform, memberId: string): Promise<MyData> {
  const { db, config, clock } = platform;
  const [entry, profile, tier, listings, orders, notifications] = await Promise.all([
    exportEntry(db, memberId),
    exportMember(db, memberId),
    exportTier(db, memberId),
    exportListings(db, memberId),
    exportOrders(db, memberId),
    exportNotifications(db, memberId),
  ]);
  return {
    market: config.brandName,
    exportedAt: clock.now().toISOString(),
    account: { ...entry, ...profile, ...tier },
    listings,
    orders,
    notifications,
  };
}
