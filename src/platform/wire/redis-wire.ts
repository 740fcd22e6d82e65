import type { Dial } from './wire.ts';

/** Redis' channels: for more processes than PostgreSQL should wake at each word. `name` keeps markets apart that share a server. */
export function dialRedis(url: string, name: string): Dial {
  const channel = `sleeved:${name}`;
  return async (heard, lost) => {
    // Not linked into a process that needs no Redis.
    const { Redis } = await import('ioredis');
    // The wire dials again by itself, in the same way for every adapter; a word that can't be said now is not kept for later.
    const options = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, enableOfflineQueue: false, connectTimeout: 3_000 };
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
    ear.on('message', (_channel: string, word: string) => heard(word));
    try {
      await Promise.all([ear.connect(), mouth.connect()]);
      await ear.subscribe(channel);
    } catch (error) {
      await hangUp();
      throw error;
    }
    return { say: (word) => void mouth.publish(channel, word).catch(() => {}), hangUp };
  };
}
