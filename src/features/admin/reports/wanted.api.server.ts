import { type Api, requireAdmin } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { wantFactsSchema } from '../contract.ts';
import { decideWant, inspectNamedWant } from './find-want.server.ts';
import { hidingRoutes } from './hiding-routes.ts';

const routes = hidingRoutes({
  at: 'wanted',
  facts: wantFactsSchema,
  answers: 'The wanted post.',
  read: 'Get a wanted post in any status.',
  hide: 'Hide a wanted post. Only its owner still sees it, with the reason, and can appeal. An open wanted post is closed.',
  show: 'Restore a hidden wanted post. It is open again if it was open before.',
});

/** Calls of admins for wanted posts. */
export function addAdminWantedApi(api: Api, platform: Platform): void {
  api.openapi(routes.read, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await inspectNamedWant(platform, c.req.valid('param').id, admin.id), 200);
  });

  api.openapi(routes.hide, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideWant(platform, admin.id, id, c.req.valid('json').reason);
    return c.json(await inspectNamedWant(platform, id, admin.id), 200);
  });

  api.openapi(routes.show, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideWant(platform, admin.id, id, null);
    return c.json(await inspectNamedWant(platform, id, admin.id), 200);
  });
}
