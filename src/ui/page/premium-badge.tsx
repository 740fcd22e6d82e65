import { Star } from 'lucide-react';
import { Icon } from '../icon.tsx';

/** Marks a premium member. */
export function PremiumBadge() {
  return (
    <span className="prem" data-testid="premium-badge">
      <Icon of={Star} size={12} />
      Premium
    </span>
  );
}
