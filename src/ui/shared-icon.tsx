import { Heart, type LucideProps, Sparkles, Star } from 'lucide-react';

const pictures = { heart: Heart, sparkles: Sparkles, star: Star };
/** What the place that points at it says, goes for it too. */
const asThere: LucideProps = { fill: 'inherit', stroke: 'inherit', strokeWidth: 'inherit', strokeLinecap: 'inherit', strokeLinejoin: 'inherit' };

export interface SharedIconProps {
  of: keyof typeof pictures;
  size?: number;
  className?: string;
}

/** As `Icon`, for what stands on each of many tiles: the drawing stands in the page once (`SharedIcons`). Decorative always. */
export function SharedIcon({ of, size = 18, className }: SharedIconProps) {
  return (
    <svg className={className ? `ic ${className}` : 'ic'} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`#i-${of}`} />
    </svg>
  );
}

/** The drawings that `SharedIcon` points at; once a page, in its frame. */
export function SharedIcons() {
  return (
    <svg className="hidden" aria-hidden="true">
      {Object.entries(pictures).map(([name, Picture]) => (
        <Picture key={name} id={`i-${name}`} {...asThere} />
      ))}
    </svg>
  );
}
