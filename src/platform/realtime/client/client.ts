import {
  type ClientFrame,
  closeCodes,
  maxListeners,
  momentary,
  type Params,
  type ServerFrame,
} from '../protocol/protocol.ts';
import { createTokens } from '../server/tokens.ts';
import { callbacks } from './callbacks.ts';
import { browserTimer, type LiveClient, type LiveClientOptions, type LiveListener } from './client-options.ts';
import { alertOf, type Effect, type Fault, faultOf, idleLine, type LineEvent, next, wakeAt } from './policy/policy.ts';

interface Query {
  query: string;
  params: Params;
  listeners: Set<LiveListener>;
  /** Everything up to here has been told. */
  cursor: number | undefined;
  /** `refused` stays until the next connection; `waiting` also means: the ten places are taken. */
  state: 'waiting' | 'asked' | 'live' | 'refused';
}

/** Smaller changes of the server's offset are told to nobody. */
const offsetStepMs = 1_000;

/**
 * The browser's end of the live channel: carries out what `policy.ts` decides, and knows how far each query has been
 * told.
 */
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
  let line = idleLine;
  let alert = alertOf(line);
  let socket: WebSocket | null = null;
  let greeted = false;
  /** Counts openings and closings, so that a token that comes late opens nothing. */
  let turns = 0;
  let cancelTimer = () => {};
  let seen = options.since;
  let marked = options.since;

  let viewer = options.viewer ?? null;
  const tokens =
    options.fetchToken &&
    createTokens({
      fetchToken: options.fetchToken,
      // The channel takes a second hello of the same person as the proof that the session goes on.
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

  function dispatch(event: LineEvent): void {
    const { state, effects } = next(line, event, now(), random);
    line = state;
    for (const effect of effects) carryOut[effect]();
    cancelTimer();
    const at = wakeAt(line);
    cancelTimer = at === null ? () => {} : setTimer(() => dispatch({ type: 'timer' }), Math.max(0, at - now()));
    const shown = alertOf(line);
    if (shown.state === alert.state && shown.shown === alert.shown && shown.busy === alert.busy) return;
    alert = shown;
    onAlert.tell();
  }

  function open(): void {
    const turn = ++turns;
    if (line.run?.kind === 'renewal') tokens?.forget('session');
    if (!tokens || options.byCookie || viewer === null) {
      openWith(null);
      return;
    }
    void tokens.get().then((token) => {
      if (turn !== turns) return;
      if (token === null) fail('lost');
      else openWith(token);
    });
  }

  function openWith(token: string | null): void {
    let fresh: WebSocket;
    try {
      fresh = new Socket(options.url);
    } catch {
      // An address that the browser will not even try: the opening times out, as when nobody answers.
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

  /** While the session is being renewed, that the old one is over is no news. */
  function notifyEnd(): void {
    if (line.run?.kind !== 'renewal') onSessionEnded.tell();
  }

  function fail(fault: Fault): void {
    close();
    dispatch({ type: 'closed', fault });
  }

  function close(): void {
    turns++;
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
    seen = marked = undefined;
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

  /** Frames are a little while on their way: a difference below a second is no other time. */
  function noteServerTime(serverTime: string): void {
    const offset = Date.parse(serverTime) - deviceTime();
    if (!Number.isFinite(offset) || (serverOffset !== null && Math.abs(offset - serverOffset) < offsetStepMs)) return;
    serverOffset = offset;
    onServerOffset.tell();
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
      ask();
      return;
    }
    dispatch({ type: 'heard' });
    if (frame.type === 'pong') {
      // Frames are answered in turn: whatever was asked before this ping has been told up to here.
      seen = frame.lastEventId;
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
      if (!momentary.has(frame.kind)) {
        if (frame.eventId <= (query.cursor ?? 0)) return;
        query.cursor = frame.eventId;
      }
      for (const listener of query.listeners) listener.onEvent(frame);
    } else {
      query.state = frame.code === 'listener_expired' || frame.code === 'too_many_listeners' ? 'waiting' : 'refused';
      if (frame.code !== 'too_many_listeners') ask();
    }
  }

  /** Asks for what waits, as far as the ten places go. */
  function ask(): void {
    if (!greeted) return;
    let free = maxListeners;
    for (const { state } of queries.values()) if (state === 'asked' || state === 'live') free--;
    let asked = false;
    for (const [id, query] of queries) {
      if (query.state !== 'waiting' || free-- <= 0) continue;
      query.state = 'asked';
      asked = true;
      send({
        type: 'subscribe',
        id,
        query: query.query,
        params: query.params,
        ...(query.cursor === undefined ? {} : { lastEventId: query.cursor }),
      });
    }
    if (asked) send({ type: 'ping' });
  }

  return {
    subscribe(name, params, listener) {
      const id = `${name}?${new URLSearchParams(Object.entries(params).sort())}`;
      const query: Query = queries.get(id) ?? {
        query: name,
        params,
        listeners: new Set(),
        cursor: marked,
        state: 'waiting',
      };
      query.listeners.add(listener);
      if (!queries.has(id)) {
        queries.set(id, query);
        ask();
      }
      return () => {
        query.listeners.delete(listener);
        if (query.listeners.size > 0 || queries.get(id) !== query) return;
        queries.delete(id);
        if (query.state === 'asked' || query.state === 'live') send({ type: 'unsubscribe', id });
        ask();
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
      marked = seen;
    },
    restart: (next) => {
      viewer = next;
      tokens?.become(next);
      clearCache();
      if (line.phase !== 'opening' && line.phase !== 'connected') return;
      close();
      open();
    },
    stop: () => {
      cancelTimer();
      tokens?.become(null);
      line = idleLine;
      alert = alertOf(line);
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
