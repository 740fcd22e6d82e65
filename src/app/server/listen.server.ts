import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Config } from '#platform/config/config.ts';

/** Requests under way get this long once nothing new is taken. */
const finishMs = 8_000;

/**
 * How long a client may take (ms). Whoever stalls in the middle of the headers holds a connection, and nothing else,
 * for ten seconds.
 */
export const patience = {
  // Longer than a proxy's own, so that a proxy never sends a request into a connection that we are closing.
  keepAliveTimeout: 65_000,
  requestTimeout: 60_000,
  headersTimeout: 10_000,
  // Node looks this often whether one of them has passed; its own 30 s would be the longest of them all.
  connectionsCheckingInterval: 1_000,
} as const;

/** What is left of a body that was answered before its end is read and thrown away so far, and is cut off then. */
const rest = { ms: 15_000, bytes: 256 * 1024 * 1024 } as const;

/**
 * Who may not send a thing is answered at once, while the body is still on its way. A browser reads an answer when it
 * has sent all, and shows a fault of the network where it is cut off before: so the rest is read, kept nowhere.
 */
export function readRest(
  request: IncomingMessage,
  response: ServerResponse,
  most: { ms: number; bytes: number } = rest,
): void {
  response.once('finish', () => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    const [cutAt, cutAfter] = [performance.now() + most.ms, socket.bytesRead + most.bytes];
    // Whoever began to read it has answered without it.
    request.removeAllListeners('data');
    request.resume();
    const look = setInterval(() => {
      if (performance.now() <= cutAt && socket.bytesRead <= cutAfter) return;
      clearInterval(look);
      socket.destroySoon();
    }, 100);
    look.unref();
    request.once('close', () => clearInterval(look));
  });
}

/** Listens where the configuration says. Throws a sentence when the port is taken. */
export function listen(
  listener: RequestListener,
  config: Pick<Config, 'port' | 'host'>,
  times: ServerOptions = patience,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(times, listener);
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${config.port} is taken. Stop what uses it, or set PORT to another.`)
          : error,
      );
    });
    server.listen(config.port, config.host, () => resolve(server));
  });
}

/** Takes nothing new and waits for the requests under way; what has not ended in time is cut. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), finishMs).unref();
  });
}
