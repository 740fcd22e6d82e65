import { type Api, requireAdmin } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { wantListFactsSchema } from '../contract.ts';
import { decideList, inspectNamedList } from './find-list.server.ts';
import { hidingRoutes } from './hiding-routes.ts';

const routes = hidingRoutes({
  at: 'want-lists',
  facts: wantListFactsSchema,
  answers: 'The want list.',
  read: 'A want list without its lines. What a private one is called stands here only where it is hidden, or a report about it waits for its answer.',
  hide: 'Hide a want list from everybody but its owner, who reads the reason and may appeal: a public one, or one about which a report waits.',
  show: 'Show a want list again that an operator hid, as far as its owner lets it be seen.',
});

/** Calls of admins for want lists. */
export function addAdminListsApi(api: Api, platform: Platform): void {
  api.openapi(routes.read, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await inspectNamedList(platform, c.req.valid('param').id, admin.id), 200);
  });

  api.openapi(routes.hide, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideList(platform, admin.id, id, c.req.valid('json').reason);
    return c.json(await inspectNamedList(platform, id, admin.id), 200);
  });

  api.openapi(routes.show, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideList(platform, admin.id, id, null);
    return c.json(await inspectNamedList(platform, id, admin.id), 200);
  });
}
