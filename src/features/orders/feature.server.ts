import { memberJoinedAgain, memberSuspended } from '#features/members/index.server.ts';
import { ruleOfferLapsed } from '#features/offers/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { write } from '#platform/outbox/write.ts';
import { joinEvidence } from '#platform/storage/evidence.ts';
import { tickCase } from './cases/tick-case.server.ts';
import { closeLeftCheckout } from './checkout/close-left-checkout.server.ts';
import { endPurchase } from './checkout/end-purchase.server.ts';
import { handlesStripe } from './checkout/handle-stripe-event.server.ts';
import { emailsOf, mailUpdates } from './emails/email-updates.server.ts';
import { purchaseUpdates, saleUpdates } from './emails/notify-sides.server.ts';
import { purchaseMails, saleMails } from './emails/order.email-kinds.ts';
import { mailReceipt } from './emails/purchase-receipt.server.ts';
import { settleWants } from './fulfil/settle-wants.server.ts';
import { tickOrder } from './fulfil/tick-order.server.ts';
import {
  buyerReturns,
  endUnpaidOrders,
  forgetBuyer,
  hasUnpaidOrders,
  listOrderedListings,
  refuseWhileOwed,
} from './lifecycle/erase-member.server.ts';
import { endUnpaidOfSuspended } from './lifecycle/follow-suspension.server.ts';
import { reconcileOrders } from './lifecycle/reconcile-orders.server.ts';
import { ordersData, ordersRetained } from './model/order.data.ts';
import { orderChanged, orderRead, orderUpdates } from './model/order.events.ts';
import {
  carryPausesJob,
  closeCheckoutJob,
  closePageJob,
  countLapsedOfferJob,
  endHoldJob,
  endPurchaseJob,
  fillWantsJob,
  followSuspensionJob,
  mailReceiptJob,
  mailUpdatesJob,
  readChargebacksJob,
  reconcileJob,
  reconcileSalesJob,
  reconcileSellerSalesJob,
  sendEvidenceJob,
  sendRefundJob,
  sweepProblemPhotosJob,
  syncChargebacksJob,
  tickCaseJob,
  tickJob,
} from './model/order.jobs.ts';
import { orderPolicy } from './model/order.policy.ts';
import { isPaid } from './model/order.process.ts';
import { orderSubject } from './model/order.subject.server.ts';
import { orderTroubles } from './model/order.troubles.ts';
import { ordersLimits, ordersQuotas } from './model/orders.limits.ts';
import { addOrdersApi } from './orders.api.server.ts';
import { sendEvidence } from './payment-disputes/send-evidence.server.ts';
import { syncChargebacks } from './payment-disputes/sync-chargebacks.server.ts';
import { carryPauses, countUnpaidHold } from './place/hold-pause.server.ts';
import { photosOfProblems, sweepProblemPhotos } from './problems/problem-photos.server.ts';
import { showPhotos } from './problems/show-photos.server.ts';
import { answerPlaced } from './purchase/place-order.server.ts';
import { addPurchasesApi } from './purchase/purchase.api.server.ts';
import { exportOrders } from './queries/export.server.ts';
import { waitingOrders } from './queries/orders.queries.server.ts';
import { reconcileSellerSales } from './queries/seller-sales.server.ts';
import { reconcileSales } from './refunds/reconcile-sales.server.ts';
import { sendRefund } from './refunds/send-refund.server.ts';

export const feature: Feature = {
  name: 'orders',
  policy: orderPolicy,
  personalData: ordersData,
  retention: ordersRetained,
  dataExport: { part: 'orders', read: exportOrders },
  deletionCheck: {
    refuse: refuseWhileOwed,
    settle: endUnpaidOrders,
    isUnsettled: hasUnpaidOrders,
    listShown: listOrderedListings,
  },
  erasure: { rank: 40, erase: forgetBuyer, restore: buyerReturns },
  robotsDisallow: ['/orders', '/purchases', '/withdraw'],
  navigation: [
    { in: 'menu', rank: 20, to: '/orders', label: 'Orders', icon: 'orders', counter: 'orders', for: 'member' },
    { in: 'dashboard', rank: 30, to: '/orders', label: 'Orders', icon: 'orders', counter: 'orders' },
  ],
  counters: {
    orders: { waits: 'new', stored: waitingOrders, topics: (memberId) => [`user:${memberId}`] },
  },
  mailKinds: [saleMails, purchaseMails],
  notificationKinds: [saleUpdates, purchaseUpdates],
  alwaysMailed: [
    {
      rank: 20,
      what: 'Receipts and refunds',
      why: 'They are your record of payments and refunds.',
    },
    { rank: 40, what: 'Problems with your sales', why: 'The order is on hold until the problem is resolved.' },
    {
      rank: 50,
      what: 'Payment disputes',
      why: 'The order is on hold until the bank decides.',
    },
  ],
  limits: Object.values(ordersLimits),
  quotas: Object.values(ordersQuotas),
  api: (api, platform) => {
    addOrdersApi(api, platform);
    addPurchasesApi(api, platform);
  },
  replayedResponses: {
    'POST /api/orders': async (platform, actor, purchaseId) => {
      const body = await answerPlaced(platform, actor, purchaseId);
      return body && { status: 201, body };
    },
  },
  events: [orderChanged, orderUpdates, orderRead],
  jobs: [
    runs(endPurchaseJob, (platform, { purchaseId }) => endPurchase(platform, purchaseId)),
    runs(closePageJob, (platform, { purchaseId }) => closeLeftCheckout(platform, purchaseId)),
    runs(endHoldJob, (platform, { orderId }) => endPurchase(platform, orderId)),
    runs(closeCheckoutJob, (platform, { orderId }) => closeLeftCheckout(platform, orderId)),
    runs(tickJob, (platform, { orderId, status }) => tickOrder(platform, orderId, status)),
    runs(tickCaseJob, (platform, { caseId, version }) => tickCase(platform, caseId, version)),
    runs(sendRefundJob, (platform, { refundId }) => sendRefund(platform, refundId)),
    runs(readChargebacksJob, (platform, { purchaseId }) => syncChargebacks(platform, purchaseId)),
    runs(syncChargebacksJob, (platform, { orderId }) => syncChargebacks(platform, orderId)),
    runs(sendEvidenceJob, (platform, { chargebackId }) => sendEvidence(platform, chargebackId)),
    runs(carryPausesJob, (platform, { subject, data }) => carryPauses(platform, subject, data.formerIds)),
    runs(followSuspensionJob, (platform, { subject }) => endUnpaidOfSuspended(platform, subject)),
    runs(fillWantsJob, (platform, { subject }) => settleWants(platform, subject)),
    runs(mailUpdatesJob, (platform, { subject, version, data }) =>
      mailUpdates(platform, subject, version, emailsOf(data.letters)),
    ),
    runs(mailReceiptJob, (platform, { purchaseId }) => mailReceipt(platform, purchaseId)),
    runs(sweepProblemPhotosJob, (platform, { photoIds }) => sweepProblemPhotos(platform, photoIds)),
    runs(countLapsedOfferJob, (platform, { data: { listingId, ...holder } }) =>
      write(platform, (tx) => countUnpaidHold(platform, tx, holder, [listingId], platform.clock.now())),
    ),
    runs(reconcileJob, reconcileOrders),
    runs(reconcileSalesJob, reconcileSales),
    runs(reconcileSellerSalesJob, reconcileSellerSales),
  ],
  reactions: [
    wakes(orderChanged, fillWantsJob, { when: ({ data: { from, status } }) => isPaid(from) !== isPaid(status) }),
    wakes(orderUpdates, mailUpdatesJob),
    wakes(ruleOfferLapsed, countLapsedOfferJob),
    wakes(memberSuspended, followSuspensionJob),
    wakes(memberJoinedAgain, carryPausesJob),
  ],
  uploads: { api: /^\/api\/orders\/[^/]+\/photos$/, forms: /^\/orders\/[^/]+(\/photos)?$/ },
  evidence: joinEvidence([showPhotos, photosOfProblems]),
  threadSubjects: { order: orderSubject },
  handlesStripe,
  troubles: orderTroubles,
  schedules: [
    { job: reconcileJob, cron: '*/10 * * * *' },
    { job: reconcileSalesJob, cron: '25 * * * *' },
    { job: reconcileSellerSalesJob, cron: '36 3 * * *' },
  ],
};
