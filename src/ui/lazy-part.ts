import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part that is fetched when it is first needed. Where it can't be fetched (no network, a newer release) `instead` stands in its place and
 * the page goes on: React's own `lazy` would take down everything up to the nearest error boundary.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: ComponentType<P> = () => null,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: instead })));
}
