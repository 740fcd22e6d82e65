import { signInFirst } from '#kernel/refusal.ts';
import type { Feature } from '#platform/feature.ts';
import { addStripeWebhook } from '#platform/payments/webhook.ts';
import { endHold } from './end-hold.server.ts';
import { endSuspendedSales } from './follow-suspension.server.ts';
import { hearStripe } from './hear-stripe.server.ts';
import { lettersOf, mailNews } from './mail-news.server.ts';
import { type OrderStatus, orderStatuses } from './order.process.ts';
import { addOrdersApi } from './orders.api.server.ts';
import { ordersLimits } from './orders.limits.ts';
import { answerPlaced } from './place-order.server.ts';
import { reconcileOrders } from './reconcile-orders.server.ts';
import { sendRefund } from './refunds.server.ts';
import { tickOrder } from './tick-order.server.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const statusOf = (value: unknown): OrderStatus | undefined => orderStatuses.find((status) => status === value);

export const feature: Feature = {
  name: 'orders',
  limits: Object.values(ordersLimits),
  api(api, platform) {
    addStripeWebhook(api, platform);
    addOrdersApi(api, platform);
  },
  answersAgain: {
    'POST /api/orders': async (platform, actor, orderId) => {
      const body = await answerPlaced(platform, actor, orderId);
      return body && { status: 201, body };
    },
  },
  jobs: {
    'orders.end-hold': (platform, payload) => endHold(platform, text(payload.orderId)),
    'orders.tick': async (platform, payload) => {
      const status = statusOf(payload.status);
      if (status) await tickOrder(platform, text(payload.orderId), status);
    },
    'orders.send-refund': (platform, payload) => sendRefund(platform, text(payload.refundId)),
    'orders.follow-suspension': (platform, { subject }) => endSuspendedSales(platform, text(subject)),
    'orders.hear-stripe': (platform, payload) => hearStripe(platform, (payload.data ?? {}) as Record<string, unknown>),
    'orders.mail-news': (platform, { subject, version, data }) =>
      mailNews(platform, text(subject), Number(version), lettersOf((data as Record<string, unknown> | undefined)?.letters)),
    'orders.reconcile': async (platform) => {
      await reconcileOrders(platform);
    },
  },
  channels: {
    /** Everything that concerns the listener: orders today, and whatever else is told to `user:ID`. */
    me: {
      topics: async (_platform, viewer) => {
        if (!viewer) throw signInFirst('Sign in to follow your own orders.');
        return [`user:${viewer.id}`];
      },
    },
  },
  reactions: {
    'stripe.received': ['orders.hear-stripe'],
    'order.news': ['orders.mail-news'],
    'member.suspended': ['orders.follow-suspension'],
  },
  schedules: [{ task: 'orders.reconcile', cron: '*/10 * * * *' }],
};
