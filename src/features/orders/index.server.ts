/** Public API on the server: what other features and pages may use of orders. */

export { certainMs } from './checkout/end-purchase.server.ts';
export { deliverOrder } from './fulfil/deliver-order.server.ts';
export { listDeliveredOrders } from './fulfil/delivered-orders.server.ts';
export { shipOrder } from './fulfil/ship-order.server.ts';
export { endUnpaidOrder, listOwedOrders, type OwedOrders } from './lifecycle/erase-member.server.ts';
export { buyRefusalSentence } from './model/buy-refusals.ts';
export { orderChanged } from './model/order.events.ts';
export { orderPolicy } from './model/order.policy.ts';
export { problemRefusal } from './model/problem-refusals.ts';
export { requestEvidence } from './payment-disputes/send-evidence.server.ts';
export { clearAttention } from './problems/clear-attention.server.ts';
export { decideDispute } from './problems/decide-dispute.server.ts';
export { receiveReport } from './problems/receive-report.server.ts';
export { placeOrder } from './purchase/place-order.server.ts';
export { answerPurchase, placePurchase } from './purchase/place-purchase.server.ts';
export type { Earnings } from './queries/earnings.rules.ts';
export { readEarnings } from './queries/earnings.server.ts';
export { inspectOrder, listQueuedOrders, sizeOfOrderQueue } from './queries/inspect-order.server.ts';
export { presentOrder } from './queries/order.present.server.ts';
export { listOrderNeeds, type OrderNeed } from './queries/order-needs.server.ts';
export { actOnOrder, loadOrder, loadOrderTools, loadProblem } from './queries/order-page.server.ts';
export { readOrderTalk, type TalkOrder } from './queries/order-steps.server.ts';
export { findOrdersByNumber, getOrderFor, listWaitingOrders } from './queries/orders.queries.server.ts';
export { mayStopCounting, movesSaleCourse, saleCourse, saleCoursesOf } from './queries/sale-history.server.ts';
export { readSalesFigures, type SalesFigures } from './queries/sales-figures.server.ts';
export { orderWeights } from './queries/seller-sales.server.ts';
export { retryRefund } from './refunds/retry-refund.server.ts';
