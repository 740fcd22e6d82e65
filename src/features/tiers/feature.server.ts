import { createRoute, z } from '@hono/zod-openapi';
import { getAccount, memberEmailChanged } from '#features/members/index.server.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import type { Feature } from '#platform/feature.ts';
import { type Api, refusals, requireActor, requireAdmin } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import type { Platform } from '#platform/platform.ts';
import { followBankCase, reconcileBankCases } from './billing/bank-cases.server.ts';
import { addBillingApi } from './billing/billing.api.server.ts';
import { premiumPrice } from './billing/billing.server.ts';
import { endDoubles } from './billing/end-doubles.server.ts';
import { followEmail } from './billing/follow-email.server.ts';
import {
  endAtStripe,
  forgetSubscriber,
  lockSubscriber,
  subscriberReturns,
} from './billing/forget-subscriber.server.ts';
import { handlesStripe } from './billing/handle-stripe-event.server.ts';
import { voidBills } from './billing/void-bills.server.ts';
import {
  grantInput,
  premiumPriceSchema,
  premiumStatusSchema,
  tierDefinitionSchema,
  tierDefinitions,
} from './contract.ts';
import { mailChargeback } from './emails/email-chargeback.server.ts';
import { mailInvoice } from './emails/email-invoice.server.ts';
import * as events from './model/tier.events.ts';
import {
  convergeJob,
  endAtStripeJob,
  endDoublesJob,
  followBankJob,
  followEmailJob,
  mailChargebackJob,
  mailInvoiceJob,
  reconcileSubscriptionsJob,
  settleJob,
  voidBillsJob,
} from './model/tier.jobs.ts';
import { tierPolicy } from './model/tier.policy.ts';
import { tierTroubles } from './model/tier.troubles.ts';
import { tiersData, tiersRetained } from './model/tiers.data.ts';
import { tiersLimits } from './model/tiers.limits.ts';
import { tierPanel } from './subscription/admin-panel.server.ts';
import { convergeSubscription } from './subscription/converge-subscription.server.ts';
import { exportTier } from './subscription/export.server.ts';
import { grantPremium, revokePremium } from './subscription/grant-premium.server.ts';
import { premiumUpdates } from './subscription/notify-tier.server.ts';
import { premiumStatus } from './subscription/premium-status.server.ts';
import { reconcileSubscriptions } from './subscription/reconcile-subscriptions.server.ts';
import { settleTier } from './subscription/settle-tier.server.ts';

const statusAnswer = { 200: json(premiumStatusSchema, 'The member’s current plan.') };
const member = z.object({ id: z.string() });

const tiersRoute = createRoute({
  method: 'get',
  path: '/api/tiers',
  tags: ['tiers'],
  summary: 'Lists the plans and their limits.',
  responses: {
    200: json(
      wholeListSchema(tierDefinitionSchema).extend({ premiumPrice: premiumPriceSchema.nullable() }),
      'The plans and the Premium price. The price is null while the payment provider does not respond.',
    ),
  },
});

const checkRoute = createRoute({
  method: 'get',
  path: '/api/stripe/check-subscription',
  tags: ['tiers'],
  summary: 'Returns your Premium status and subscription.',
  responses: { ...statusAnswer, ...refusals(401) },
});

const grantRoute = createRoute({
  method: 'post',
  path: '/api/admin/members/{id}/premium',
  tags: ['admin'],
  summary: 'Grants a member complimentary Premium, for a number of months or until revoked.',
  request: { params: member, body: body(grantInput, false) },
  responses: { ...statusAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
});

const revokeRoute = createRoute({
  method: 'delete',
  path: '/api/admin/members/{id}/premium',
  tags: ['admin'],
  summary: 'Revokes complimentary Premium.',
  request: { params: member },
  responses: { ...statusAnswer, ...refusals(401, 403, 404, 409) },
});

export const feature: Feature = {
  name: 'tiers',
  policy: tierPolicy,
  personalData: tiersData,
  retention: tiersRetained,
  dataExport: { part: 'account', read: exportTier },
  erasure: { rank: 10, lock: lockSubscriber, erase: forgetSubscriber, restore: subscriberReturns },
  sitemap: { pages: ['/premium'] },
  adminPanels: [tierPanel],
  troubles: tierTroubles,
  navigation: [
    { in: 'footer', rank: 10, to: '/premium', label: 'Premium' },
    { in: 'dashboard-more', rank: 15, to: '/premium', label: 'Premium', icon: 'premium', for: 'member' },
    { in: 'menu', rank: 50, to: '/premium', label: 'Premium', icon: 'premium', for: 'member' },
    {
      in: 'settings',
      rank: 50,
      to: '/settings/subscription',
      label: 'Subscription',
      about: 'Your plan, its renewal and invoices',
      icon: 'subscription',
    },
  ],
  alwaysMailed: [
    {
      rank: 30,
      what: 'Premium invoices',
      why: 'Renewals, failed payments and payment disputes.',
    },
  ],
  notificationKinds: [premiumUpdates],
  limits: Object.values(tiersLimits),
  api: addApi,
  events: Object.values(events),
  jobs: [
    runs(voidBillsJob, (platform, { customerId }) => voidBills(platform, customerId)),
    runs(endDoublesJob, (platform, { customerId }) => endDoubles(platform, customerId)),
    runs(endAtStripeJob, (platform, { customerId }) => endAtStripe(platform, customerId)),
    runs(followEmailJob, (platform, { subject }) => followEmail(platform, subject)),
    runs(settleJob, (platform, { userId }) => settleTier(platform, userId)),
    runs(convergeJob, (platform, { userId }) => convergeSubscription(platform, userId)),
    runs(mailInvoiceJob, mailInvoice),
    runs(mailChargebackJob, mailChargeback),
    runs(followBankJob, followBankCase),
    runs(reconcileSubscriptionsJob, async (platform) => {
      await reconcileSubscriptions(platform);
      await reconcileBankCases(platform);
    }),
  ],
  reactions: [wakes(memberEmailChanged, followEmailJob)],
  handlesStripe,
  // In the night of Europe and the evening of America, when little else happens.
  schedules: [{ job: reconcileSubscriptionsJob, cron: '23 2 * * *' }],
};

function addApi(api: Api, platform: Platform): void {
  addBillingApi(api, platform);

  api.openapi(tiersRoute, async (c) => {
    const items = Object.values(tierDefinitions);
    return c.json({ items, nextCursor: null, premiumPrice: await premiumPrice(platform) }, 200);
  });

  api.openapi(checkRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, actor.id)), 200);
  });

  api.openapi(grantRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(platform.db, c.req.valid('param').id);
    await grantPremium(platform, { userId, by: admin.id, months: c.req.valid('json')?.months });
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, userId)), 200);
  });

  api.openapi(revokeRoute, async (c) => {
    const admin = requireAdmin(c);
    const { id: userId } = await getAccount(platform.db, c.req.valid('param').id);
    await revokePremium(platform, { userId, by: admin.id });
    return c.json(premiumStatusSchema.parse(await premiumStatus(platform, userId)), 200);
  });
}
