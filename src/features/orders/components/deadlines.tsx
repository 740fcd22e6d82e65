import { Clock, PackageCheck, ShieldCheck } from 'lucide-react';
import { Icon } from '#ui/icon.tsx';
import { orderDeadlines } from '../model/order.times.ts';

/** The deadlines that protect every buyer. */
export default function Deadlines() {
  return (
    <ul className="trust">
      <li>
        <Icon of={Clock} />
        <span>
          <strong>Reserved for {orderDeadlines.hold}</strong> while you pay securely.
        </span>
      </li>
      <li>
        <Icon of={PackageCheck} />
        <span>
          <strong>Not shipped within {orderDeadlines.sendWithin}?</strong> Cancel for a full refund.
        </span>
      </li>
      <li>
        <Icon of={ShieldCheck} />
        <span>
          <strong>Not as described?</strong> Report it within {orderDeadlines.reportWithin} of delivery.
        </span>
      </li>
    </ul>
  );
}
