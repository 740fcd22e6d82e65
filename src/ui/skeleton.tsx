import { LoaderCircle } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

/** The three bars that stand while the guard decides (GD-04). */
export function SkeletonBars() {
  return (
    <div className="wrap guard-wait" aria-busy="true">
      <span className="sr">Loading</span>
      <div className="sk-b" data-testid="skeleton-bar" />
      <div className="sk-b" data-testid="skeleton-bar" />
      <div className="sk-b" data-testid="skeleton-bar" />
    </div>
  );
}

/** Stands while the user or what belongs to them loads (GD-04). */
export function LoadingScreen() {
  return (
    <div className="loading-screen" data-testid="loading-screen" aria-busy="true" role="status">
      <Icon of={LoaderCircle} size={22} className="spin" />
      <span>Loading</span>
    </div>
  );
}

/** One grey box; give it the size of what it stands for. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return <div className={`sk-b ${className}`} style={style} aria-hidden="true" />;
}

/** The boxes of a card tile. */
export function TileSkeleton() {
  return (
    <div className="tile" aria-hidden="true">
      <div className="mat">
        <div className="sk-b sk-c" />
      </div>
      <div className="tb">
        <div className="sk-b sk-l w-4/5" />
        <div className="sk-b sk-l w-3/5" />
        <div className="sk-b sk-l w-2/5" />
      </div>
    </div>
  );
}

/**
 * Whether a skeleton should be seen: not in the first 150 ms of a wait, and once seen for at least 300 ms, so that nothing flickers.
 */
export function useCalmWait(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (waiting === shown) return;
    const timer = setTimeout(() => setShown(waiting), waiting ? 150 : 300);
    return () => clearTimeout(timer);
  }, [waiting, shown]);
  return shown;
}
