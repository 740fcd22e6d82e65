/** Face, server: what other rooms and pages may ask of orders. */

export { buyRefusalSentence } from './buy-refusals.ts';
export { clearAttention } from './clear-attention.server.ts';
export { decideDispute } from './decide-dispute.server.ts';
export { deliverOrder } from './deliver-order.server.ts';
export { listDeliveredOrders } from './delivered-orders.server.ts';
export type { Earnings } from './earnings.rules.ts';
export { readEarnings } from './earnings.server.ts';
export { certainMs } from './end-hold.server.ts';
export { endUnpaidOrder, listOwedOrders, type OwedOrders } from './erase-member.server.ts';
export { isFraudSentence } from './follow-fraud-warning.server.ts';
export { listOrdersToLookAt, lookAtOrder } from './inspect-order.server.ts';
export { orderChanged } from './order.events.ts';
export { orderPolicy } from './order.policy.ts';
export { presentOrder } from './order.present.server.ts';
export { listOrderNeeds, type OrderNeed } from './order-needs.server.ts';
export { actOnOrder, loadOrder, loadProblem } from './order-page.server.ts';
export { listOrderSteps } from './order-steps.server.ts';
export { getOrderFor, listWaitingOrders } from './orders.queries.server.ts';
export { placeOrder } from './place-order.server.ts';
export { problemRefusal } from './problem-refusals.ts';
export { retryRefund } from './retry-refund.server.ts';
export { mayStopCounting, movesSaleCourse, saleCourse, saleCoursesOf } from './sale-history.server.ts';
export { orderWeights } from './seller-sales.server.ts';
export { askEvidence } from './send-evidence.server.ts';
export { shipOrder } from './ship-order.server.ts';
