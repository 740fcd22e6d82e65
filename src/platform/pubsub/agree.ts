import { newId } from '#kernel/ids.ts';
import type { Log } from '../log/log.ts';
import type { PubSub } from './pubsub.ts';

/** More than any live process needs. */
const timeoutMs = 1_000;
/** Polling interval while pub/sub is down. */
const pollMs = 500;

/**
 * Synchronises in-memory state with the database in all processes: `read` runs after a `notifyAll` of another process,
 * when pub/sub is connected again, and by polling while it is down. Returns the function that stops it.
 */
export function follow(pubsub: PubSub, name: string, read: () => Promise<void>, log: Log): () => void {
  const refresh = () =>
    read().catch((error: unknown) => log.warn('what the processes share could not be read', { name, error }));
  const stops = [
    pubsub.subscribe(`changed:${name}`, (text) => {
      const [from, round] = text.split(' ');
      if (from !== pubsub.id) void refresh().then(() => pubsub.publish(`taken:${name}`, `${round} ${pubsub.id}`));
    }),
    pubsub.onChange((isUp) => void (isUp && refresh())),
  ];
  const timer = setInterval(() => void (!pubsub.isUp && refresh()), pollMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** Announces a change; resolves when all processes with a recent heartbeat have read it, or after `timeoutMs`. */
export async function notifyAll(pubsub: PubSub, name: string): Promise<void> {
  const missing = new Set(pubsub.others());
  if (missing.size === 0) return pubsub.publish(`changed:${name}`, `${pubsub.id} -`);
  const round = newId();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = pubsub.subscribe(`taken:${name}`, (text) => {
      const [of, from = ''] = text.split(' ');
      if (of === round && missing.delete(from) && missing.size === 0) done();
    });
    pubsub.publish(`changed:${name}`, `${pubsub.id} ${round}`);
  });
}
