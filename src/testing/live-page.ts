import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createLiveClient } from '#platform/realtime/client/client.ts';
import type { LiveClientOptions } from '#platform/realtime/client/client-options.ts';
import type { Live } from './live.ts';
import { ownClock } from './own-clock.ts';

export interface PageOptions extends Partial<LiveClientOptions> {
  /** The browser's cookies when a connection is opened. */
  cookie?(): string | undefined;
  /** How much faster than real time the client's policy runs. */
  speed?: number;
}

/** A page with a live client: records what it receives, and exposes the frames that it sends. */
export function openLivePage(live: Live, { cookie, speed = 100, ...options }: PageOptions = {}) {
  const sockets: WebSocket[] = [];
  const sent: Record<string, unknown>[] = [];
  const received: string[] = [];
  const alerts: string[] = [];
  let ended = 0;
  let cleared = 0;
  class PageSocket extends WebSocket {
    constructor(url: string) {
      const held = cookie?.();
      super(url, held === undefined ? {} : { headers: { cookie: held } });
      // Closing a socket that is still opening is an error event here, and nothing in a browser.
      this.on('error', () => {});
      sockets.push(this);
    }
    override send(data: string): void {
      sent.push(JSON.parse(data));
      super.send(data);
    }
  }
  const clock = ownClock(speed);
  const client = createLiveClient({
    url: live.url,
    WebSocket: PageSocket as unknown as NonNullable<LiveClientOptions['WebSocket']>,
    clearCache: () => cleared++,
    now: clock.now,
    setTimer: clock.setTimer,
    ...options,
  });
  client.onAlert(() => {
    const { state, shown } = client.alert();
    alerts.push(shown ? `${state}, shown` : state);
  });
  client.onSessionEnded(() => ended++);
  const follow = (thing: string) =>
    client.subscribe(
      'thing',
      { id: thing },
      {
        onEvent: ({ data }) => received.push(`${data.id}:${data.version}`),
        onGap: () => received.push(`gap ${thing}`),
      },
    );
  const until = (condition: () => boolean) => expect.poll(condition, { timeout: 25_000, interval: 5 }).toBe(true);
  return {
    client,
    sockets,
    sent,
    received,
    /** The states of the alert so far. */
    alerts,
    follow,
    until,
    cleared: () => cleared,
    /** How often the page was notified that its session has ended. */
    ended: () => ended,
    /** Connected, and everything requested so far was sent. */
    settled: () => until(() => client.alert().state === 'connected' && sent.at(-1)?.type === 'ping'),
    end: () => {
      client.want(false);
      for (const socket of sockets) socket.terminate();
      clock.stop();
    },
  };
}
