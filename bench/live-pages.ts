import { WebSocket } from 'ws';

/** An open page of the load: what it has heard, and how long each event took to reach it. */
export interface LivePage {
  socket: WebSocket;
  lastEventId: number;
  versions: number[];
  latencies: number[];
}

let heard = () => {};

/** Connects a page, or brings one back that says where it stopped. Fails when the server can't tell it what it missed. */
export function connectPage(url: string, page?: LivePage): Promise<LivePage> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const self: LivePage = page ?? { socket, lastEventId: 0, versions: [], latencies: [] };
    self.socket = socket;
    socket.on('error', reject);
    socket.on('open', () => {
      const from = page ? { lastEventId: page.lastEventId } : {};
      socket.send(JSON.stringify({ type: 'hello' }));
      socket.send(JSON.stringify({ type: 'subscribe', id: 'all', query: 'thing', params: { id: 'all' }, ...from }));
    });
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'subscribed') {
        if (page && !frame.resumed) reject(new Error('a page could not resume'));
        if (!page) self.lastEventId = frame.lastEventId;
        resolve(self);
      }
      if (frame.type !== 'event') return;
      self.lastEventId = frame.eventId;
      self.versions.push(frame.data.version);
      // What it hears after a cut has waited for it.
      if (!page) self.latencies.push(Date.now() - frame.data.at);
      heard();
    });
  });
}

/** Resolves when all that has been heard makes it true; looks at most twenty times a second. */
export function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let isDue = false;
    const look = () => {
      isDue = false;
      if (!condition()) return;
      heard = () => {};
      resolve();
    };
    heard = () => {
      if (isDue) return;
      isDue = true;
      setTimeout(look, 50);
    };
    heard();
  });
}
