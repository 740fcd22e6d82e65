import { type Api, requireAdmin } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { wantFactsSchema } from '../contract.ts';
import { decideWant, inspectNamedWant } from './find-want.server.ts';
import { hidingRoutes } from './hiding-routes.ts';

const routes = hidingRoutes({
  at: 'wanted',
  facts: wantFactsSchema,
  answers: 'The wanted post.',
  read: 'A wanted post, whatever became of it.',
  hide: 'Hide a wanted post from everybody but its owner, who reads the reason and may appeal. One that was open is closed with it.',
  show: 'Show a wanted post again that an operator hid; what was open is open again.',
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
