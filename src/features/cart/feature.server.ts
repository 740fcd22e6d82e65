import { answerPurchase, orderChanged } from '#features/orders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { addCartApi } from './cart.api.server.ts';
import { cartReturns, exportCart, forgetCart } from './lines/erase-member.server.ts';
import { removeBought } from './lines/remove-bought.server.ts';
import { sweepCarts } from './lines/sweep-carts.server.ts';
import { cartData, cartRetained } from './model/cart.data.ts';
import { cartChanged } from './model/cart.events.ts';
import { removeBoughtJob, sweepCartsJob } from './model/cart.jobs.ts';
import { cartQuotas, cartRateLimits } from './model/cart.limits.ts';
import { cartPolicy } from './model/cart.policy.ts';

export const feature: Feature = {
  name: 'cart',
  policy: cartPolicy,
  personalData: cartData,
  retention: cartRetained,
  dataExport: { part: 'orders', read: exportCart },
  erasure: { rank: 41, erase: forgetCart, restore: cartReturns },
  robotsDisallow: ['/cart', '/checkout'],
  navigation: [{ in: 'icons', rank: 30, to: '/cart', label: 'Cart', icon: 'cart', counter: 'cart' }],
  counters: {
    cart: {
      waits: 'in cart',
      stored: {
        kinds: {
          cart: 'select member_id, count(*) as n from cart_line join cart on id = cart_id where member_id is not null group by 1',
        },
      },
      topics: (memberId) => [`user:${memberId}`],
    },
  },
  limits: Object.values(cartRateLimits),
  quotas: Object.values(cartQuotas),
  api: addCartApi,
  replayedResponses: {
    'POST /api/purchases': async (platform, actor, purchaseId) => ({
      status: 201,
      body: await answerPurchase(platform, actor.id, purchaseId),
    }),
  },
  events: [cartChanged],
  jobs: [
    runs(removeBoughtJob, (platform, { orderId, buyerId }) => removeBought(platform, orderId, buyerId)),
    runs(sweepCartsJob, sweepCarts),
  ],
  reactions: [
    wakes(orderChanged, removeBoughtJob, {
      when: ({ data }) => data.from !== null && data.status === 'paid',
      payload: ({ subject, data }) => ({ orderId: subject, buyerId: data.buyerId }),
    }),
  ],
  schedules: [{ job: sweepCartsJob, cron: '37 3 * * *' }],
};
