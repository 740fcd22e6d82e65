import { checkAdminFactor } from '#features/auth/index.server.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import type { Channel } from '#platform/feature.ts';
import { adminPolicy } from '../admin.policy.ts';
import { openedFor } from '../members/open-account.server.ts';

/**
 * `operator {id?, order?}`: acts of admins; for an order, its changes. Events of a member (`id`), their conversations
 * and Stripe's updates included, go to an admin who has opened the account for a case, as long as the page shows it;
 * without a case only changes of the public profile.
 */
export const adminChannel: Channel = {
  description: {
    params: {
      id: '(optional) a member: with a case opened for their account also all that `me` tells that member, until the case is over',
      order: '(optional) an order',
    },
    by: 'admins',
    kinds: [
      'operator.acted',
      'operator.troubles-changed',
      'report.filed',
      'ruling.appealed',
      'order.changed',
      'profile.changed',
    ],
  },
  topics: async (platform, viewer, { id, order }) => {
    adminPolicy.check(viewer, 'look at members');
    if (viewer) await checkAdminFactor(platform, viewer);
    if (order) return [actsTopic, `order:${order}`];
    if (!id || !viewer) return [actsTopic];
    const shown = [actsTopic, `profile:${id}`];
    const opened = await openedFor(platform.db, id, viewer.id, platform.clock.now());
    return opened ? { topics: [...shown, `user:${id}`], until: opened.until } : shown;
  },
};
