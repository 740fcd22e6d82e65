import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createLiveClient } from '#platform/realtime/client/client.ts';
import type { LiveClientOptions } from '#platform/realtime/client/client-options.ts';
import type { Live } from './live.ts';
import { ownClock } from './own-clock.ts';

export interface PageOptions extends Partial<LiveClientOptions> {
  /** What the browser holds at the moment of an opening. */
  cookie?(): string | undefined;
  /** How many times as fast as the policy thinks. */
  speed?: number;
}

/** A page: notes what it hears, and shows the frames that went over its line. */
export function openLivePage(live: Live, { cookie, speed = 100, ...options }: PageOptions = {}) {
  const lines: WebSocket[] = [];
  const sent: Record<string, unknown>[] = [];
  const received: string[] = [];
  const alerts: string[] = [];
  let ended = 0;
  let cleared = 0;
  class Line extends WebSocket {
    constructor(url: string) {
      const held = cookie?.();
      super(url, held === undefined ? {} : { headers: { cookie: held } });
      // Closing one that is still opening is an error event here, and nothing in a browser.
      this.on('error', () => {});
      lines.push(this);
    }
    override send(data: string): void {
      sent.push(JSON.parse(data));
      super.send(data);
    }
  }
  const clock = ownClock(speed);
  const client = createLiveClient({
    url: live.url,
    WebSocket: Line as unknown as NonNullable<LiveClientOptions['WebSocket']>,
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
    lines,
    sent,
    received,
    /** What the alert went through. */
    alerts,
    follow,
    until,
    cleared: () => cleared,
    /** How often the page was told that its session is over. */
    ended: () => ended,
    /** Connected, and everything wanted so far has been asked for. */
    settled: () => until(() => client.alert().state === 'connected' && sent.at(-1)?.type === 'ping'),
    end: () => {
      client.want(false);
      for (const line of lines) line.terminate();
      clock.stop();
    },
  };
}
