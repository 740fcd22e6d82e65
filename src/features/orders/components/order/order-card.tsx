import { Link } from 'react-router';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { OrderStep } from '../../queries/order-steps.server.ts';

/** A step of an order in the conversation of its two: one line. */
export function OrderCard({ step }: { step: OrderStep }) {
  return (
    <p className="msg-ev" data-testid="order-card">
      <StatusDot tone={step.tone}>{step.title}</StatusDot>
      <span className="dim">{step.who}</span>
      <Link to={`/orders/${step.orderId}`}>{step.what}</Link>
    </p>
  );
}
