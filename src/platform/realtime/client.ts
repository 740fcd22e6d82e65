import { alertOf, type Effect, type Fault, idleLine, type LineEvent, next, wakeAt } from './policy.ts';
import { type ClientFrame, type EventFrame, maxListeners, type Params, type ServerFrame } from './protocol.ts';

export type LiveEvent = Pick<EventFrame, 'eventId' | 'kind' | 'data'>;
export type Alert = ReturnType<typeof alertOf>;

export interface LiveListener {
  /** Each event of the query once, in order, over any number of reconnections. */
  onEvent(event: LiveEvent): void;
  /** Something may have been missed: read afresh. */
  onGap(): void;
}

export interface LiveClientOptions {
  url: string;
  /** The outbox position that the page's data was read at or after; without it the first connection reports a gap. */
  since?: number | undefined;
  /** What else the page keeps of other people's data. */
  clearCache?(): void;
  WebSocket?: new (url: string) => WebSocket;
  now?(): number;
  random?(): number;
  /** Runs `work` once after `ms`; what it returns cancels. */
  setTimer?(work: () => void, ms: number): () => void;
}

export interface LiveClient {
  /** Listens to a query for as long as the page shows what it is about. Equal queries share one listener. */
  subscribe(query: string, params: Params, listener: LiveListener): () => void;
  /** UI-06: whether this page keeps a connection. */
  want(wanted: boolean): void;
  network(online: boolean): void;
  /** ST-11, by the alert's button. */
  retry(): void;
  dismiss(): void;
  /** Call before reading data for another page: what happens from here on is told to its listeners. */
  mark(): void;
  /** Somebody else is signed in now: connects anew, and forgets what the one before could see. */
  restart(): void;
  alert(): Alert;
  onAlert(listener: () => void): () => void;
}

interface Query {
  query: string;
  params: Params;
  listeners: Set<LiveListener>;
  /** Everything up to here has been told. */
  cursor: number | undefined;
  /** `refused` stays until the next connection; `waiting` also means: the ten places are taken. */
  state: 'waiting' | 'asked' | 'live' | 'refused';
}

const faults: Record<number, Fault> = { 4400: 'channel', 4401: 'session', 4403: 'token' };
for (const code of [1001, 1011, 1012, 1013, 4408, 4429, 4508]) faults[code] = 'unavailable';

/** The browser's end of the live channel: carries out what `policy.ts` decides, and knows how far each query has been told. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const Socket = options.WebSocket ?? WebSocket;
  const now = options.now ?? (() => performance.now());
  const random = options.random ?? Math.random;
  const setTimer = options.setTimer ?? browserTimer;
  const queries = new Map<string, Query>();
  const alertListeners = new Set<() => void>();
  let line = idleLine;
  let alert = alertOf(line);
  let socket: WebSocket | null = null;
  let greeted = false;
  let cancelTimer = () => {};
  let seen = options.since;
  let marked = options.since;

  const carryOut: Record<Effect, () => void> = { open, close, ping: () => send({ type: 'ping' }), clearCache };

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
    for (const listener of alertListeners) listener();
  }

  function open(): void {
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
      send({ type: 'hello', ...(cursors.length > 0 ? { lastEventId: Math.min(...cursors) } : {}) });
    };
    fresh.onmessage = ({ data }) => {
      if (socket === fresh) receive(JSON.parse(String(data)) as ServerFrame);
    };
    fresh.onclose = ({ code }) => {
      if (socket !== fresh) return;
      detach();
      dispatch({ type: 'closed', fault: faults[code] ?? 'lost' });
    };
  }

  function close(): void {
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

  function send(frame: ClientFrame): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(frame));
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'welcome') {
      greeted = true;
      dispatch({ type: 'opened' });
      ask();
      return;
    }
    dispatch({ type: 'heard' });
    if (frame.type === 'pong') {
      // Frames are answered in turn: whatever was asked before this ping has been told up to here.
      seen = frame.lastEventId;
      for (const query of queries.values()) if (query.state === 'live') query.cursor = Math.max(query.cursor ?? 0, frame.lastEventId);
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
      if (frame.eventId <= (query.cursor ?? 0)) return;
      query.cursor = frame.eventId;
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
      send({ type: 'subscribe', id, query: query.query, params: query.params, ...(query.cursor === undefined ? {} : { lastEventId: query.cursor }) });
    }
    if (asked) send({ type: 'ping' });
  }

  return {
    subscribe(name, params, listener) {
      const id = `${name}?${new URLSearchParams(Object.entries(params).sort())}`;
      const query: Query = queries.get(id) ?? { query: name, params, listeners: new Set(), cursor: marked, state: 'waiting' };
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
    want: (wanted) => dispatch({ type: 'wanted', wanted }),
    network: (online) => dispatch({ type: online ? 'online' : 'offline' }),
    retry: () => dispatch({ type: 'retry' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    mark: () => {
      marked = seen;
    },
    restart: () => {
      clearCache();
      if (!socket) return;
      close();
      open();
    },
    alert: () => alert,
    onAlert(listener) {
      alertListeners.add(listener);
      return () => alertListeners.delete(listener);
    },
  };
}

function browserTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
