import { type Api, requireAdmin } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { wantListFactsSchema } from '../contract.ts';
import { decideList, inspectNamedList } from './find-list.server.ts';
import { hidingRoutes } from './hiding-routes.ts';

const routes = hidingRoutes({
  at: 'want-lists',
  facts: wantListFactsSchema,
  answers: 'The want list.',
  read: 'Get a want list without its cards. The name of a private list is included only if the list is hidden or has an open report.',
  hide: 'Hide a want list that is public or has an open report. The owner still sees it, with the reason, and can appeal.',
  show: 'Restore a hidden want list. The owner’s visibility setting applies again.',
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
