import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { SellerTermsPanel } from '#features/traders/widgets.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Order } from '../contract.ts';
import { orderNumber } from '../model/order.number.ts';
import { titleOf } from '../model/order.rules.ts';
import { orderDeadlines } from '../model/order.times.ts';
import { CasePanel } from './case/case-panel.tsx';
import { type ActionAnswer, OrderActions } from './order/order-actions.tsx';
import { OrderAddress, OrderDetails } from './order/order-facts.tsx';
import { OrderItems } from './order/order-items.tsx';
import { OrderWay } from './order/order-progress.tsx';
import { OrderTools } from './order/order-tools.tsx';
import { disputeWords, nextSentence, type Side, statusBadge, stuckSentence } from './order/order-words.ts';
import { SameTrackingNote } from './order/same-tracking-note.tsx';
import { ProblemPhotos, type ProblemPhotosProps } from './problem-photos.tsx';
import { usePoll } from './use-poll.ts';
import './orders.css';

export interface OrderViewProps {
  order: Order;
  side: Side;
  /** The result that the payment page returned with. */
  checkout: string | null;
  now: string;
  /** A reported problem in photos. */
  problem?: (Pick<ProblemPhotosProps, 'sold' | 'checked' | 'got'> & { mayAdd: boolean; refused: string | null }) | null;
  answer: ActionAnswer | undefined;
  /** The conversation of the two about it; null while there is none. */
  threadId: string | null;
  /** Whether its packing slip can be printed now. */
  canPrint: boolean;
  /** The carrier that the seller used last. */
  lastCarrier: string | null;
  /** For the seller: other orders with its tracking number; null for those of other sellers. */
  sameTracking: readonly (string | null)[];
  /** Below the items: where the seller's earnings are. */
  earnings?: ReactNode;
  /** Below the history: what other features show about this order. */
  children?: ReactNode;
}

/** An order as one of its two sides sees it. */
export function OrderView({
  order,
  side,
  checkout,
  now,
  problem,
  answer,
  threadId,
  canPrint,
  lastCarrier,
  sameTracking,
  earnings,
  children,
}: OrderViewProps) {
  const { word, tone } = statusBadge(order.status, side);
  const number = `Order ${orderNumber(order.id)}`;
  const isConfirming = checkout === 'done' && order.status === 'pending_payment';
  usePoll(isConfirming);
  return (
    <>
      <Breadcrumbs
        trail={[
          { label: 'Orders', to: '/orders' },
          side === 'buyer'
            ? { label: 'Buying', to: '/orders?side=buying' }
            : { label: 'Selling', to: '/orders?side=selling' },
          { label: number },
        ]}
      />
      <div className="ord-head mt-5">
        <div>
          <div className="ord-name">
            <h1>{titleOf(order.items)}</h1>
            <span aria-live="polite">
              <StatusDot tone={tone}>{word}</StatusDot>
            </span>
          </div>
          <p className="dim">
            {number} · <RelativeTime at={order.createdAt} now={now} ago />
          </p>
        </div>
        <OrderTools order={order} side={side} threadId={threadId} canPrint={canPrint} />
      </div>
      <p className="ord-next">
        {isConfirming ? 'Waiting for your bank to confirm the payment.' : nextSentence(order, side)}
      </p>
      <div className="ord">
        <div className="ord-main">
          {isConfirming && (
            <Note role="status">
              <strong>Confirming payment.</strong> This page updates automatically, usually within seconds. You can
              leave this page. The order stays in your list.
            </Note>
          )}
          {checkout === 'done' && order.status === 'paid' && (
            <Note tone="success" role="status">
              <strong>Paid.</strong> {order.seller.username} has your address.
            </Note>
          )}
          {checkout === 'canceled' && order.status === 'pending_payment' && (
            <Note tone="warning" role="status">
              You haven’t paid yet, and you weren’t charged. You can pay until your reservation ends.
            </Note>
          )}
          {side === 'buyer' && order.status === 'pending_payment' && !order.actions.includes('cancel') && (
            <Note>
              This order is paid together with others. <Link to={`/purchases/${order.purchaseId}`}>View purchase</Link>
            </Note>
          )}
          {order.dispute && (
            <Note tone="danger">
              <strong>{disputeWords[order.dispute.reason]}.</strong> {order.dispute.text}
            </Note>
          )}
          {order.refundFailed && !['canceled', 'refunded'].includes(order.status) && (
            <Note tone="warning">{stuckSentence(order.refundFailed, side === 'buyer')}</Note>
          )}
          <SameTrackingNote orderIds={sameTracking} />
          {problem && (
            <ProblemPhotos
              sold={problem.sold}
              checked={problem.checked}
              got={problem.got}
              addTo={problem.mayAdd ? `/orders/${order.id}/photos` : null}
              refused={problem.refused}
            />
          )}
          <OrderItems order={order}>{earnings}</OrderItems>
          <Panel title="Order history">
            <OrderWay order={order} side={side} now={now} />
          </Panel>
          {children}
        </div>
        <div className="ord-side">
          {order.case && <CasePanel order={order} found={order.case} side={side} answer={answer} />}
          <OrderActions
            order={order}
            side={side}
            now={now}
            answer={answer}
            isConfirming={isConfirming}
            threadId={threadId}
            lastCarrier={lastCarrier}
          />
          {side === 'seller' && order.status === 'completed' && !order.address && (
            <Panel title="Ship to">
              <p className="dim">
                Hidden. You see a buyer’s address until {orderDeadlines.addressForSeller} after the order is completed.
              </p>
            </Panel>
          )}
          {order.address && (
            <Panel title={side === 'seller' ? 'Ship to' : 'Shipping address'}>
              <OrderAddress address={order.address} canCopy={side === 'seller'} />
            </Panel>
          )}
        </div>
        <div className="ord-facts">
          <OrderDetails order={order} side={side} />
          {side === 'buyer' && order.soldBy && (
            <Suspense>
              <SellerTermsPanel terms={order.soldBy} className="mt-4" />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}
