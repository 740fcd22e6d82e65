import { LoaderCircle } from 'lucide-react';
import { Icon } from '../icon.tsx';

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
