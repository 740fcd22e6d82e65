import { type Api, requireAdmin } from '#platform/http/requests/api.ts';
import type { Platform } from '#platform/platform.ts';
import { reviewFactsSchema } from '../contract.ts';
import { decideReview, inspectNamedReview } from './find-review.server.ts';
import { hidingRoutes } from './hiding-routes.ts';

const routes = hidingRoutes({
  at: 'reviews',
  facts: reviewFactsSchema,
  answers: 'The review.',
  read: 'Get a published or hidden review.',
  hide: 'Hide a review. Only its author still sees it, with the reason. It no longer counts in the average.',
  show: 'Restore a hidden review.',
});

/** Calls of admins for reviews. */
export function addAdminReviewsApi(api: Api, platform: Platform): void {
  api.openapi(routes.read, async (c) => {
    const admin = requireAdmin(c);
    return c.json(await inspectNamedReview(platform, c.req.valid('param').id, admin.id), 200);
  });

  api.openapi(routes.hide, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideReview(platform, admin.id, id, c.req.valid('json').reason);
    return c.json(await inspectNamedReview(platform, id, admin.id), 200);
  });

  api.openapi(routes.show, async (c) => {
    const admin = requireAdmin(c);
    const { id } = c.req.valid('param');
    await decideReview(platform, admin.id, id, null);
    return c.json(await inspectNamedReview(platform, id, admin.id), 200);
  });
}
