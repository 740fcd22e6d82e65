import { createContext, type ReactNode, startTransition, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type DataRouter, UNSAFE_DataRouterContext, useFetchers, useNavigation, useRevalidator } from 'react-router';
import { provideTokens } from '#platform/http/call-with-token.ts';
import type { Alert, LiveClient, LiveEvent } from './client-options.ts';
import type { LivePage } from './live-page.ts';
import { clearLocalCache } from './local-cache.ts';
import { LiveNeedsContext } from './needs.ts';
import type { ConnectionState } from './policy.ts';
import type { Params } from './protocol.ts';

interface LiveContext {
  /** Null on the server, and until a page wants a connection and its file is here. */
  client: LivePage | null;
  /** Reads the page's data afresh, once for all that happens within a moment. */
  refresh(): void;
}

const context = createContext<LiveContext>({ client: null, refresh: () => {} });
/** One sale often brings several events: the page reads once for all of them. */
const refreshMs = 50;
const quiet: Alert = { state: 'off', shown: false, busy: false };

export interface LiveProviderProps {
  /** Whether this page, or this person, keeps a connection (UI-06). */
  wanted: boolean;
  /** Id of who is signed in; another one means another connection. */
  viewer: string | null;
  /** The outbox position that the page's data is at least as new as. */
  since: number;
  /** Where the channel is, if not on this page's own host. */
  url?: string | undefined;
  children: ReactNode;
}

export function LiveProvider({ wanted, viewer, since, url, children }: LiveProviderProps) {
  const client = useClient(wanted, { viewer, since, url });
  const needs = useContext(LiveNeedsContext);
  if (needs && wanted) needs.line = { since, url };
  const refresh = useRefresh(client);
  const { revalidate } = useRevalidator();
  // What the page shows is no longer this person's to see.
  useEffect(() => client?.onSessionEnded(() => void revalidate()), [client, revalidate]);
  const { state } = useNavigation();
  const lastViewer = useRef(viewer);

  useEffect(() => {
    if (state === 'loading') client?.mark();
  }, [client, state]);
  useEffect(() => {
    if (lastViewer.current !== viewer) client?.restart(viewer);
    lastViewer.current = viewer;
  }, [client, viewer]);
  useEffect(() => () => client?.stop(), [client]);
  useEffect(() => client?.want(wanted), [client, wanted]);
  useEffect(() => {
    // A session that ended while no page was open left its cache; with a connection the policy decides when to clear.
    if (!wanted && !client) clearLocalCache();
  }, [client, wanted]);
  useEffect(() => client?.followNetwork(), [client]);
  useEffect(() => (client && viewer !== null ? provideTokens(client.token) : undefined), [client, viewer]);

  return <context.Provider value={{ client, refresh }}>{children}</context.Provider>;
}

/** The browser's end is fetched with the first page that wants a connection: most that a visitor sees want none. */
function useClient(wanted: boolean, facts: Pick<LiveProviderProps, 'viewer' | 'since' | 'url'>): LivePage | null {
  const [client, setClient] = useState<LivePage | null>(null);
  const latest = useRef(facts);
  useEffect(() => {
    latest.current = facts;
  });
  useEffect(() => {
    if (!wanted || client) return;
    let isDone = false;
    const load = async () => {
      const file = await import('./live-page.ts').catch(() => null);
      if (!file || isDone) return;
      isDone = true;
      const made = file.createLivePage(latest.current);
      // As no other update: parts of the page whose file is on its way would be drawn anew, under the finger that presses them.
      startTransition(() => setClient(made));
    };
    void load();
    window.addEventListener('online', load);
    return () => {
      isDone = true;
      window.removeEventListener('online', load);
    };
  }, [wanted, client]);
  return client;
}

/**
 * Listens to a live query for as long as the component stands; `params` null listens to nothing. By default an event reads the page's data
 * afresh; with `onEvent` the page decides itself, and is read afresh only where something may have been missed.
 */
export function useLive(query: string, params: Params | null, onEvent?: (event: LiveEvent) => void): void {
  const { client, refresh } = useContext(context);
  const needs = useContext(LiveNeedsContext);
  if (params) needs?.queries.push([query, params]);
  const latest = useRef({ refresh, onEvent });
  useEffect(() => {
    latest.current = { refresh, onEvent };
  });
  const key = params && JSON.stringify(params);
  useEffect(() => {
    if (!client || key === null) return;
    return client.subscribe(query, JSON.parse(key), {
      onEvent: (event) => (latest.current.onEvent ?? latest.current.refresh)(event),
      onGap: () => latest.current.refresh(),
    });
  }, [client, query, key]);
}

/** Reads the page's data afresh, when and where that can succeed. */
export function usePageRefresh(): () => void {
  return useContext(context).refresh;
}

/** The way to a bearer token (LI-03, ER-09), for calls that take one; null until the connection's file is here. */
export function useToken(): LiveClient['token'] | null {
  return useContext(context).client?.token ?? null;
}

/** Tells the other one of a thread that something is being written. */
export function useTellTyping(): (threadId: string) => void {
  const { client } = useContext(context);
  return useCallback((threadId: string) => client?.typing(threadId), [client]);
}

/** ST-12's states; `off` on a page that keeps no connection. */
export function useConnectionState(): ConnectionState {
  return useAlert().state;
}

/** What the alert of UI-03 shows and does. */
export function useConnectionAlert(): { shown: boolean; busy: boolean; onRetry(): void; onDismiss(): void } {
  const { client } = useContext(context);
  const { shown, busy } = useAlert();
  return { shown, busy, onRetry: () => client?.retry(), onDismiss: () => client?.dismiss() };
}

function useAlert(): Alert {
  const { client } = useContext(context);
  const listen = useCallback((changed: () => void) => client?.onAlert(changed) ?? (() => {}), [client]);
  return useSyncExternalStore(
    listen,
    () => client?.alert() ?? quiet,
    () => quiet,
  );
}

/**
 * Reads the page's data afresh where that can succeed: a read that fails would put an error in the place of a page that can still be looked at.
 * A tab that nobody sees waits too: a busy sale must not make a thousand forgotten tabs ask. And while the person's own form is on its way the page
 * waits for it: a read that starts meanwhile would take precedence over the answer, and a redirect to the payment page would be lost.
 */
function useRefresh(client: LivePage | null): () => void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isStale = useRef(false);
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isActing = navigation.state === 'submitting' || fetchers.some(({ state }) => state === 'submitting');
  // The router's own state: what was rendered last may be older by the time of a busy machine's next frame.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    latest.current = revalidate;
  });
  const refresh = useCallback(() => {
    const isReady = () => !document.hidden && !isSubmitting(router) && client?.alert().state === 'connected';
    isStale.current = true;
    if (!isReady()) return;
    timer.current ??= setTimeout(async () => {
      timer.current = null;
      if (!isReady()) return;
      isStale.current = false;
      await latest.current();
      if (!isReady()) isStale.current = true;
    }, refreshMs);
  }, [client, router]);
  useEffect(() => {
    if (!isActing && isStale.current) refresh();
  }, [isActing, refresh]);
  useEffect(() => (router ? client?.show(router, refresh) : undefined), [client, router, refresh]);
  useEffect(() => {
    const again = () => isStale.current && refresh();
    const stop = client?.onAlert(again);
    document.addEventListener('visibilitychange', again);
    return () => {
      stop?.();
      document.removeEventListener('visibilitychange', again);
      clearTimeout(timer.current ?? undefined);
      timer.current = null;
    };
  }, [client, refresh]);
  return refresh;
}

function isSubmitting(router: DataRouter | undefined): boolean {
  if (!router) return false;
  const { navigation, fetchers } = router.state;
  return navigation.state === 'submitting' || [...fetchers.values()].some(({ state }) => state === 'submitting');
}
