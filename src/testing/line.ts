import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttableProxy {
  url: string;
  /** Refuses connections, as when the server is down; open ones end. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Open connections stay open without any data. */
  freeze(): void;
  /** New connections work again; frozen ones stay frozen. */
  thaw(): void;
  close(): Promise<void>;
}

/** A TCP proxy that a test can cut or freeze: another address of the same server. */
export async function openCuttableProxy(to: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    if (isFrozen) {
      open.add(near);
      near.on('error', () => {});
      near.on('close', () => open.delete(near));
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    restore: () => listen(own),
    freeze: () => {
      isFrozen = true;
      for (const socket of open) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
    },
    close: async () => (server.listening ? cut() : undefined),
  };
}
