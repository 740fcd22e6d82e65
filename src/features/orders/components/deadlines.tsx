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
          <strong>Yours for {orderDeadlines.hold}</strong> once you press Buy, while you pay on a secure page.
        </span>
      </li>
      <li>
        <Icon of={PackageCheck} />
        <span>
          <strong>Not sent within {orderDeadlines.sendWithin}?</strong> You can cancel and get all of it back.
        </span>
      </li>
      <li>
        <Icon of={ShieldCheck} />
        <span>
          <strong>Not as described?</strong> Say so within {orderDeadlines.reportWithin} of its arrival, before the sale
          is done.
        </span>
      </li>
    </ul>
  );
}
