import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Config } from '#platform/config/config.ts';

/** Requests under way get this long once nothing new is taken. */
const finishMs = 8_000;

/** How long a client may take (ms). Whoever stalls in the middle of the headers holds a connection, and nothing else, for ten seconds. */
export const patience = {
  // Longer than a proxy's own, so that a proxy never sends a request into a connection that we are closing.
  keepAliveTimeout: 65_000,
  requestTimeout: 60_000,
  headersTimeout: 10_000,
  // Node looks this often whether one of them has passed; its own 30 s would be the longest of them all.
  connectionsCheckingInterval: 1_000,
} as const;

/** Listens where the configuration says. Throws a sentence when the port is taken. */
export function listen(listener: RequestListener, config: Pick<Config, 'port' | 'host'>, times: ServerOptions = patience): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(times, listener);
    server.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${config.port} is taken. Stop what uses it, or set PORT to another.`) : error);
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
