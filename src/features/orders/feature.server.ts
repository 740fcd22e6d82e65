import type { Feature } from '#platform/feature.ts';
import { addStripeWebhook } from '#platform/payments/webhook.ts';
import { endHold } from './end-hold.server.ts';
import { hearStripe } from './hear-stripe.server.ts';
import { type OrderStatus, orderStatuses } from './order.process.ts';
import { addOrdersApi } from './orders.api.server.ts';
import { reconcileOrders } from './reconcile-orders.server.ts';
import { sendRefund } from './refunds.server.ts';
import { tickOrder } from './tick-order.server.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const statusOf = (value: unknown): OrderStatus | undefined => orderStatuses.find((status) => status === value);

export const feature: Feature = {
  name: 'orders',
  api(api, platform) {
    addStripeWebhook(api, platform);
    addOrdersApi(api, platform);
  },
  jobs: {
    'orders.endHold': (platform, payload) => endHold(platform, text(payload.orderId)),
    'orders.tick': async (platform, payload) => {
      const status = statusOf(payload.status);
      if (status) await tickOrder(platform, text(payload.orderId), status);
    },
    'orders.sendRefund': (platform, payload) => sendRefund(platform, text(payload.refundId)),
    'orders.hearStripe': (platform, payload) => hearStripe(platform, (payload.data ?? {}) as Record<string, unknown>),
    'orders.reconcile': async (platform) => {
      await reconcileOrders(platform);
    },
  },
  reactions: { 'stripe.received': ['orders.hearStripe'] },
  schedules: [{ task: 'orders.reconcile', cron: '*/10 * * * *' }],
};
