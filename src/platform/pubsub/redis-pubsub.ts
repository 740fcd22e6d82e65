import type { Dial } from './pubsub.ts';

/**
 * A server may take the call and never answer (it swaps, it is stopped); the driver's own limit ends where the call is
 * taken.
 */
const dialMs = 3_000;

/**
 * Redis' channels: for more processes than PostgreSQL should wake at each word. `name` keeps markets apart that share a
 * server.
 */
export function dialRedis(url: string, name: string): Dial {
  const channel = `sleeved:${name}`;
  return async (received, lost) => {
    // Not linked into a process that needs no Redis.
    const { Redis } = await import('ioredis');
    // The wire dials again by itself, in the same way for every adapter; a word that can't be said now is not kept for
    // later.
    const options = {
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      disconnectTimeout: 500,
    };
    const [ear, mouth] = [new Redis(url, options), new Redis(url, options)];
    const hangUp = async () => {
      ear.disconnect();
      mouth.disconnect();
    };
    let why = 'the connection ended';
    for (const connection of [ear, mouth]) {
      connection.on('error', (error: Error) => {
        why = error.message;
      });
      connection.on('end', () => lost(why));
    }
    ear.on('message', (_channel: string, word: string) => received(word));
    // What is hung up fails what waits for an answer on it.
    const late = setTimeout(hangUp, dialMs);
    try {
      await Promise.all([ear.connect(), mouth.connect()]);
      await ear.subscribe(channel);
    } catch (error) {
      await hangUp();
      throw error;
    } finally {
      clearTimeout(late);
    }
    return { say: (word) => void mouth.publish(channel, word).catch(() => {}), hangUp };
  };
}
