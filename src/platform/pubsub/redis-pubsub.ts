import type { Connect } from './pubsub.ts';

/**
 * A server that hangs may accept the connection and never answer; the driver's own timeout ends with the TCP
 * connection.
 */
const connectMs = 3_000;

/**
 * Redis channels, for more processes than LISTEN/NOTIFY serves well. `name` separates installations that share a
 * server.
 */
export function connectRedis(url: string, name: string): Connect {
  const channel = `sleeved:${name}`;
  return async (received, lost) => {
    // Loaded only by processes that use Redis.
    const { Redis } = await import('ioredis');
    // `createPubSub` reconnects in the same way for every adapter; undeliverable messages are dropped, not queued.
    const options = {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      disconnectTimeout: 500,
    };
    const [subscriber, publisher] = [new Redis(url, options), new Redis(url, options)];
    const close = async () => {
      subscriber.disconnect();
      publisher.disconnect();
    };
    let reason = 'the connection ended';
    for (const connection of [subscriber, publisher]) {
      connection.on('error', (error: Error) => {
        reason = error.message;
      });
      connection.on('end', () => lost(reason));
    }
    subscriber.on('message', (_channel: string, message: string) => received(message));
    // Closing rejects the pending connect.
    const timeout = setTimeout(close, connectMs);
    try {
      await Promise.all([subscriber.connect(), publisher.connect()]);
      await subscriber.subscribe(channel);
    } catch (error) {
      await close();
      throw error;
    } finally {
      clearTimeout(timeout);
    }
    return { send: (message) => void publisher.publish(channel, message).catch(() => {}), close };
  };
}
