import { useCallback, useContext, useSyncExternalStore } from 'react';
import { type DataRouter, UNSAFE_DataRouterContext, UNSAFE_RouteContext, useActionData } from 'react-router';
import { type FormAnswers, keepFormAnswers } from './form-answers.ts';

const keepers = new WeakMap<DataRouter, FormAnswers>();

function keeperOf(router: DataRouter): FormAnswers {
  const kept = keepers.get(router) ?? keepFormAnswers(router);
  keepers.set(router, kept);
  return kept;
}

/** What the action of this page's own form answered; it stays until the next answer or the next place, whatever news re-read the page meanwhile. */
export function useFormAnswer<T>(): T | undefined {
  // Where the page is rendered by the server, and while the browser takes it over, the router's own is all that there is.
  const answer = useActionData() as T | undefined;
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const route = useContext(UNSAFE_RouteContext).matches.at(-1)?.route.id ?? '';
  const subscribe = useCallback((changed: () => void) => router?.subscribe(changed) ?? (() => {}), [router]);
  return useSyncExternalStore(
    subscribe,
    () => (router ? (keeperOf(router).of(route) as T | undefined) : answer),
    () => answer,
  );
}
