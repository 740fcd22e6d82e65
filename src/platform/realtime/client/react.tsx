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
import { momentary, type Params } from '../protocol/protocol.ts';
import { isSubmitting } from '../server/reads.ts';
import type { Alert, LiveClient, LiveEvent } from './client-options.ts';
import type { RenderedPage } from './keep-shown.ts';
import type { LivePage } from './live-page.ts';
import { clearLocalCache } from './local-cache.ts';
import type { ConnectionState } from './policy/policy.ts';

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
      // As no other update: parts of the page whose file is on its way would be drawn anew, under the finger that
      // presses them.
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
 * Listens to a live query for as long as the component stands; `params` null listens to nothing. By default an event
 * reads the page's data afresh; with `onEvent` the page decides itself, and is read afresh only where something may
 * have been missed.
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
        else if (!momentary.has(event.kind)) refresh();
      },
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
export function useTypingNotice(): (threadId: string) => void {
  const { client } = useContext(context);
  return useCallback((threadId: string) => client?.typing(threadId), [client]);
}

/**
 * How many milliseconds the server's clock is ahead of this device's (AP-08); null on the server and until the live
 * channel has said it.
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
 * Reads the page's data afresh where that can succeed: a read that fails would put an error in the place of a page that
 * can still be looked at. A tab that nobody sees waits too: a busy sale must not make a thousand forgotten tabs ask.
 * And while the person's own form is on its way the page waits for it: a read that starts meanwhile would take
 * precedence over the answer, and a redirect to the payment page would be lost.
 *
 * The read starts in an effect, after a transition of its own: by then React has rendered what the router answered
 * before, and an answer to a form has been seen by the page that it is for.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is wanted
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

/** What is rendered now, for whoever is called outside of React. */
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
