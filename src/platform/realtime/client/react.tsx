import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useFetchers, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router';
import { provideTokens } from '../../http/requests/call-with-token.ts';
import { ephemeralKinds, type Params } from '../protocol/protocol.ts';
import type { Alert, LiveClient, LiveEvent } from './client-options.ts';
import type { RenderedPage } from './keep-shown.ts';
import type { LivePage } from './live-page.ts';
import { clearLocalCache } from './local-cache.ts';
import type { ConnectionState } from './policy/policy.ts';
import { isSubmitting } from './reads.ts';

interface LiveContext {
  /** Null on the server, and until a page wants a connection and the client's module has loaded. */
  client: LivePage | null;
  /** Reloads the page's data, once for all events within `refreshMs`. */
  refresh(): void;
}

const context = createContext<LiveContext>({ client: null, refresh: () => {} });
/** One sale causes several events: the page reloads once for all of them. */
const refreshMs = 50;
const offAlert: Alert = { state: 'off', shown: false, busy: false };

export interface LiveProviderProps {
  /** Whether this page or this member needs a connection (UI-06). */
  wanted: boolean;
  /** Id of the signed-in member; a change reconnects. */
  viewer: string | null;
  /** An outbox position that the page's data includes. */
  since: number;
  /** The channel's address where it is on another host. */
  url?: string | undefined;
  children: ReactNode;
}

export function LiveProvider({ wanted, viewer, since, url, children }: LiveProviderProps) {
  const client = useClient(wanted, { viewer, since, url });
  const refresh = useRefresh(client);
  const { revalidate } = useRevalidator();
  // The member may no longer see the page's data.
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
    // A session that ended while no page was open left its cache; while connected the policy decides when to clear.
    if (!wanted && !client) clearLocalCache();
  }, [client, wanted]);
  useEffect(() => client?.followNetwork(), [client]);
  useEffect(() => (client && viewer !== null ? provideTokens(client.token) : undefined), [client, viewer]);

  return <context.Provider value={{ client, refresh }}>{children}</context.Provider>;
}

/** Loads the client with the first page that wants a connection: most pages of visitors want none. */
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
      const created = file.createLivePage(latest.current);
      // A transition: an urgent update would render suspended parts of the page again while a person is pressing them.
      startTransition(() => setClient(created));
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
 * Subscribes to a live query while the component is mounted; `params` null subscribes to nothing. By default an event
 * reloads the page's data; with `onEvent` the page handles events itself and reloads only after a gap.
 */
export function useLive(query: string, params: Params | null, onEvent?: (event: LiveEvent) => void): void {
  const { client, refresh } = useContext(context);
  const latest = useRef({ refresh, onEvent });
  useEffect(() => {
    latest.current = { refresh, onEvent };
  });
  const key = params && JSON.stringify(params);
  useEffect(() => {
    if (!client || key === null) return;
    return client.subscribe(query, JSON.parse(key), {
      onEvent: (event) => {
        const { onEvent, refresh } = latest.current;
        if (onEvent) onEvent(event);
        else if (!ephemeralKinds.has(event.kind)) refresh();
      },
      onGap: () => latest.current.refresh(),
    });
  }, [client, query, key]);
}

/** Returns the function that reloads the page's data once it can succeed. */
export function usePageRefresh(): () => void {
  return useContext(context).refresh;
}

/** The function that returns a bearer token (LI-03, ER-09) for API calls; null until the client's module has loaded. */
export function useToken(): LiveClient['token'] | null {
  return useContext(context).client?.token ?? null;
}

/** Returns the function that sends a typing notice to the other side of a thread. */
export function useTypingNotice(): (threadId: string) => void {
  const { client } = useContext(context);
  return useCallback((threadId: string) => client?.typing(threadId), [client]);
}

/**
 * Milliseconds by which the server's clock is ahead of this device's (AP-08); null on the server and before the first
 * `welcome`.
 */
export function useServerOffset(): number | null {
  const { client } = useContext(context);
  const listen = useCallback((changed: () => void) => client?.onServerOffset(changed) ?? (() => {}), [client]);
  return useSyncExternalStore(
    listen,
    () => client?.serverOffset() ?? null,
    () => null,
  );
}

/** ST-12's states; `off` on a page without a connection. */
export function useConnectionState(): ConnectionState {
  return useAlert().state;
}

/** State and actions of UI-03's alert. */
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
    () => client?.alert() ?? offAlert,
    () => offAlert,
  );
}

/**
 * Reloads the page's data when that can succeed: a failed reload would replace a readable page by the error page. A
 * hidden tab waits, so that a busy sale does not make all background tabs reload. A pending form submission is waited
 * for: a reload in the meantime would take precedence over its answer, and a redirect to the payment page would be
 * lost.
 *
 * The reload starts in an effect after its own transition: by then React has rendered the router's previous answer, and
 * the page has received the answer to its form.
 */
function useRefresh(client: LivePage | null): () => void {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isStale = useRef(false);
  const [wanted, want] = useState(0);
  const rendered = useRendered();
  const fetchers = useFetchers();
  const isActing = useNavigation().state === 'submitting' || fetchers.some(({ state }) => state === 'submitting');
  const isReady = useCallback(
    () => !document.hidden && !isSubmitting() && client?.alert().state === 'connected',
    [client],
  );
  useEffect(() => {
    latest.current = revalidate;
  });
  const refresh = useCallback(() => {
    isStale.current = true;
    if (!isReady()) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      startTransition(() => want((n) => n + 1));
    }, refreshMs);
  }, [isReady]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request
  useEffect(() => {
    if (wanted === 0 || !isStale.current || !isReady()) return;
    isStale.current = false;
    void latest.current().then(() => {
      if (!isReady()) isStale.current = true;
    });
  }, [wanted]);
  useEffect(() => {
    if (!isActing && isStale.current) refresh();
  }, [isActing, refresh]);
  useEffect(() => client?.show(() => rendered.current, refresh), [client, rendered, refresh]);
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

/** The rendered page, for callers outside of React. */
function useRendered(): { readonly current: RenderedPage } {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const isIdle = useNavigation().state === 'idle';
  const now = {
    pathname,
    search,
    isIdle,
    loaderData: Object.fromEntries(matches.map(({ id, loaderData }) => [id, loaderData])),
  };
  const rendered = useRef<RenderedPage>(now);
  useLayoutEffect(() => {
    rendered.current = now;
  });
  return rendered;
}
