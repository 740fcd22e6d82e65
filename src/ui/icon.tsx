import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  of: LucideIcon;
  /** 16, 18, 20 or 22; 12 to 14 inside badges. */
  size?: number;
  className?: string;
}

/** A Lucide icon in the weight of the design. Decorative always: the words are beside it or in the button's name. */
export function Icon({ of: Picture, size = 18, className }: IconProps) {
  return <Picture className={className ? `ic ${className}` : 'ic'} width={size} height={size} aria-hidden="true" />;
}
