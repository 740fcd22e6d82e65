import { type ComponentType, createElement, lazy, useEffect, useSyncExternalStore } from 'react';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component that is fetched when first needed. Where it can't be fetched (no network, a newer release) `instead` is
 * rendered and the page goes on: React's own `lazy` would replace everything up to the nearest error boundary, and
 * cache its failure until the page is reloaded. This one is fetched again when the network is back, or the next time
 * that it is needed.
 */
export function lazyPart<P extends object>(load: Load<P>, instead: ComponentType<P> = () => null): ComponentType<P> {
  const part = partInPlace(load, StandIn);
  function StandIn(props: P) {
    useEffect(() => part.standIn(window), []);
    return createElement(instead, props);
  }
  return function LazyPart(props: P) {
    return createElement(useSyncExternalStore(part.onChange, part.now, part.now), props);
  };
}

/**
 * The component to render for a part now. The substitute calls `standIn` when it is mounted; the returned function ends
 * that.
 */
export function partInPlace<P extends object>(load: Load<P>, instead: ComponentType<P>) {
  const begin = (): ComponentType<P> => lazy(() => load().catch(() => ({ default: instead })));
  const listeners = new Set<() => void>();
  let part = begin();
  let mountedSubstitutes = 0;
  return {
    now: () => part,
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    standIn: (events: EventTarget) => {
      const failed = part;
      // Replaced only once it is loaded: a pending lazy component would suspend and hide the content around it.
      const again = async () => {
        const file = await load().catch(() => null);
        if (!file || part !== failed) return;
        part = file.default;
        for (const listener of listeners) listener();
      };
      events.addEventListener('online', again);
      mountedSubstitutes++;
      return () => {
        events.removeEventListener('online', again);
        mountedSubstitutes--;
        // Not at once: React may take a part out and put it back.
        queueMicrotask(() => {
          if (mountedSubstitutes === 0 && part === failed) part = begin();
        });
      };
    },
  };
}
