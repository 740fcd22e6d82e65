import {
  type ClientFrame,
  closeCodes,
  ephemeralKinds,
  maxListeners,
  type Params,
  type ServerFrame,
} from '../protocol/protocol.ts';
import { callbacks } from './callbacks.ts';
import { browserTimer, type LiveClient, type LiveClientOptions, type LiveListener } from './client-options.ts';
import {
  alertOf,
  type Effect,
  type Fault,
  faultOf,
  idleState,
  next,
  type PolicyEvent,
  wakeAt,
} from './policy/policy.ts';
import { createTokens } from './tokens.ts';

interface Query {
  query: string;
  params: Params;
  listeners: Set<LiveListener>;
  /** Position up to which events were delivered. */
  cursor: number | undefined;
  /** `refused` lasts until the next connection; `waiting` includes queries beyond the limit of ten listeners. */
  state: 'waiting' | 'requested' | 'live' | 'refused';
}

/** Smaller changes of the server's offset are ignored. */
const offsetStepMs = 1_000;

/** The browser's end of the live channel: carries out the effects of `policy.ts` and stores each query's position. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const Socket = options.WebSocket ?? WebSocket;
  const now = options.now ?? (() => performance.now());
  const deviceTime = options.deviceTime ?? Date.now;
  const random = options.random ?? Math.random;
  const setTimer = options.setTimer ?? browserTimer;
  const queries = new Map<string, Query>();
  const onAlert = callbacks();
  const onSessionEnded = callbacks();
  const onServerOffset = callbacks();
  let serverOffset: number | null = null;
  let connection = idleState;
  let alert = alertOf(connection);
  let socket: WebSocket | null = null;
  let greeted = false;
  /** Counts openings and closings, so that a token that arrives late opens nothing. */
  let generation = 0;
  let cancelTimer = () => {};
  let latestPosition = options.since;
  let markedPosition = options.since;

  let viewer = options.viewer ?? null;
  const tokens =
    options.fetchToken &&
    createTokens({
      fetchToken: options.fetchToken,
      // The channel accepts a second hello of the same member as a renewed proof of the session.
      onRenewed: (token) => greeted && !options.byCookie && send({ type: 'hello', token }),
      onReset: () => fail('token'),
      onSignedOut: notifyEnd,
      now,
      random,
      setTimer,
    });
  tokens?.become(viewer);

  const carryOut: Record<Effect, () => void> = {
    open,
    close,
    ping: () => send({ type: 'ping' }),
    clearCache,
    clearStorage,
  };

  function dispatch(event: PolicyEvent): void {
    const { state, effects } = next(connection, event, now(), random);
    connection = state;
    for (const effect of effects) carryOut[effect]();
    cancelTimer();
    const at = wakeAt(connection);
    cancelTimer = at === null ? () => {} : setTimer(() => dispatch({ type: 'timer' }), Math.max(0, at - now()));
    const shown = alertOf(connection);
    if (shown.state === alert.state && shown.shown === alert.shown && shown.busy === alert.busy) return;
    alert = shown;
    onAlert.notify();
  }

  function open(): void {
    const mine = ++generation;
    if (connection.run?.kind === 'renewal') tokens?.forget('session');
    if (!tokens || options.byCookie || viewer === null) {
      openWith(null);
      return;
    }
    void tokens.get().then((token) => {
      if (mine !== generation) return;
      if (token === null) fail('lost');
      else openWith(token);
    });
  }

  function openWith(token: string | null): void {
    let fresh: WebSocket;
    try {
      fresh = new Socket(options.url);
    } catch {
      // The browser rejects the address: the opening times out like an unreachable server.
      return;
    }
    socket = fresh;
    fresh.onopen = () => {
      const cursors = [...queries.values()].flatMap((query) => query.cursor ?? []);
      send({
        type: 'hello',
        ...(token === null ? {} : { token }),
        ...(cursors.length > 0 ? { lastEventId: Math.min(...cursors) } : {}),
      });
    };
    fresh.onmessage = ({ data }) => {
      if (socket === fresh) receive(JSON.parse(String(data)) as ServerFrame);
    };
    fresh.onclose = ({ code }) => {
      if (socket !== fresh) return;
      detach();
      if (code === closeCodes.token_refused) tokens?.forget('token');
      dispatch({ type: 'closed', fault: faultOf(code) });
      if (code === closeCodes.session_ended) notifyEnd();
    };
  }

  /** During a renewal the end of the old session is expected. */
  function notifyEnd(): void {
    if (connection.run?.kind !== 'renewal') onSessionEnded.notify();
  }

  function fail(fault: Fault): void {
    close();
    dispatch({ type: 'closed', fault });
  }

  function close(): void {
    generation++;
    const old = socket;
    detach();
    old?.close();
  }

  function detach(): void {
    socket = null;
    greeted = false;
    for (const query of queries.values()) query.state = 'waiting';
  }

  function clearCache(): void {
    latestPosition = markedPosition = undefined;
    for (const query of queries.values()) query.cursor = undefined;
    options.clearCache?.();
  }

  function clearStorage(): void {
    clearCache();
    options.clearStorage?.();
  }

  function send(frame: ClientFrame): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(frame));
  }

  /** Frames take a moment to arrive: a difference below a second is no clock change. */
  function noteServerTime(serverTime: string): void {
    const offset = Date.parse(serverTime) - deviceTime();
    if (!Number.isFinite(offset) || (serverOffset !== null && Math.abs(offset - serverOffset) < offsetStepMs)) return;
    serverOffset = offset;
    onServerOffset.notify();
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'welcome' || frame.type === 'pong') noteServerTime(frame.serverTime);
    if (frame.type === 'welcome') {
      if (viewer !== null && frame.viewer !== viewer) {
        fail('session');
        notifyEnd();
        return;
      }
      greeted = true;
      dispatch({ type: 'opened' });
      subscribeWaiting();
      return;
    }
    dispatch({ type: 'received' });
    if (frame.type === 'pong') {
      // The server answers frames in order: all events before this ping have been delivered up to this position.
      latestPosition = frame.lastEventId;
      for (const query of queries.values())
        if (query.state === 'live') query.cursor = Math.max(query.cursor ?? 0, frame.lastEventId);
      return;
    }
    const id = frame.type === 'event' ? frame.subscription : frame.id;
    const query = queries.get(id ?? '');
    if (!query) return;
    if (frame.type === 'subscribed') {
      query.state = 'live';
      if (frame.resumed) return;
      query.cursor = frame.lastEventId;
      for (const listener of query.listeners) listener.onGap();
    } else if (frame.type === 'event') {
      if (!ephemeralKinds.has(frame.kind)) {
        if (frame.eventId <= (query.cursor ?? 0)) return;
        query.cursor = frame.eventId;
      }
      for (const listener of query.listeners) listener.onEvent(frame);
    } else {
      query.state = frame.code === 'listener_expired' || frame.code === 'too_many_listeners' ? 'waiting' : 'refused';
      if (frame.code !== 'too_many_listeners') subscribeWaiting();
    }
  }

  /** Subscribes to waiting queries, up to the limit of listeners. */
  function subscribeWaiting(): void {
    if (!greeted) return;
    let free = maxListeners;
    for (const { state } of queries.values()) if (state === 'requested' || state === 'live') free--;
    let hasRequested = false;
    for (const [id, query] of queries) {
      if (query.state !== 'waiting' || free-- <= 0) continue;
      query.state = 'requested';
      hasRequested = true;
      send({
        type: 'subscribe',
        id,
        query: query.query,
        params: query.params,
        ...(query.cursor === undefined ? {} : { lastEventId: query.cursor }),
      });
    }
    if (hasRequested) send({ type: 'ping' });
  }

  return {
    subscribe(name, params, listener) {
      const id = `${name}?${new URLSearchParams(Object.entries(params).sort())}`;
      const query: Query = queries.get(id) ?? {
        query: name,
        params,
        listeners: new Set(),
        cursor: markedPosition,
        state: 'waiting',
      };
      query.listeners.add(listener);
      if (!queries.has(id)) {
        queries.set(id, query);
        subscribeWaiting();
      }
      return () => {
        query.listeners.delete(listener);
        if (query.listeners.size > 0 || queries.get(id) !== query) return;
        queries.delete(id);
        if (query.state === 'requested' || query.state === 'live') send({ type: 'unsubscribe', id });
        subscribeWaiting();
      };
    },
    want: (wanted) => {
      tokens?.become(viewer);
      dispatch({ type: 'wanted', wanted });
    },
    network: (online) => dispatch({ type: online ? 'online' : 'offline' }),
    doubt: () => dispatch({ type: 'doubted' }),
    retry: () => dispatch({ type: 'retry' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    mark: () => {
      markedPosition = latestPosition;
    },
    restart: (next) => {
      viewer = next;
      tokens?.become(next);
      clearCache();
      if (connection.phase !== 'opening' && connection.phase !== 'connected') return;
      close();
      open();
    },
    stop: () => {
      cancelTimer();
      tokens?.become(null);
      connection = idleState;
      alert = alertOf(connection);
      close();
    },
    token: (refused = false) => {
      if (refused) tokens?.forget('token');
      return tokens?.get() ?? Promise.resolve(null);
    },
    typing: (threadId) => {
      if (greeted) send({ type: 'typing', threadId });
    },
    serverOffset: () => serverOffset,
    onServerOffset: onServerOffset.add,
    alert: () => alert,
    onAlert: onAlert.add,
    onSessionEnded: onSessionEnded.add,
  };
}
