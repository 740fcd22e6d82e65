import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Config } from '#platform/config/config.ts';

/** Grace period (ms) for requests under way at shutdown. */
const finishMs = 8_000;

/** Client timeouts (ms). A client that stalls in its headers holds one connection for at most ten seconds. */
export const patience = {
  // Longer than a proxy's keep-alive, so that a proxy never sends a request into a connection that is closing.
  keepAliveTimeout: 65_000,
  requestTimeout: 60_000,
  headersTimeout: 10_000,
  // Node checks the timeouts this often; its default of 30 s is longer than any of them.
  connectionsCheckingInterval: 1_000,
} as const;

/** Up to this size the rest of a refused body is read and discarded; past it the connection is cut. */
const rest = { ms: 15_000, bytes: 256 * 1024 * 1024 } as const;

/**
 * A refusal may be sent while the body is still on its way. A browser reads the response only after it has sent all,
 * and shows a network error when it is cut off, so the rest is read and discarded.
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
    // The handler reads the body itself.
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

/** Listens on the configured host and port. Throws a plain sentence when the port is in use. */
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

/** Accepts nothing new and waits for requests under way; those that exceed the grace period are cut. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), finishMs).unref();
  });
}
