import { Link } from 'react-router';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { OrderStep } from '../../queries/order-steps.server.ts';

/** A step of an order in the conversation of its two. */
export function OrderCard({ step }: { step: OrderStep }) {
  return (
    <div className="msg-b" data-testid="order-card">
      <StatusDot tone={step.tone}>{step.title}</StatusDot>
      <p className="dim">{step.who}</p>
      <Link to={`/orders/${step.orderId}`}>{step.what}</Link>
    </div>
  );
}
