import { Crown } from 'lucide-react';
import { Icon } from './icon.tsx';

/** Marks a premium member. */
export function PremiumBadge() {
  return (
    <span className="prem" data-testid="premium-badge">
      <Icon of={Crown} size={12} />
      Premium
    </span>
  );
}
