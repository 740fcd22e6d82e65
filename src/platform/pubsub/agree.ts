import { newId } from '#kernel/ids.ts';
import type { Log } from '../log/log.ts';
import type { PubSub } from './pubsub.ts';

/** Longer than any process needs that is there at all. */
const patienceMs = 1_000;
/** While the wire is down, nobody tells: then it is looked at. */
const lookMs = 500;

/**
 * Keeps something in memory as it stands in the database, for all processes of a market: `read` runs whenever one of
 * them says that it was changed (`tellAll`), when the wire is back, and again and again while it is down. Returns what
 * ends it.
 */
export function follow(wire: PubSub, name: string, read: () => Promise<void>, log: Log): () => void {
  const look = () =>
    read().catch((error: unknown) => log.warn('what the processes share could not be read', { name, error }));
  const stops = [
    wire.hear(`changed:${name}`, (text) => {
      const [from, turn] = text.split(' ');
      if (from !== wire.id) void look().then(() => wire.say(`taken:${name}`, `${turn} ${wire.id}`));
    }),
    wire.onChange((isUp) => void (isUp && look())),
  ];
  const timer = setInterval(() => void (!wire.isUp && look()), lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/**
 * Says that it was changed; resolves when all processes whose pulse is heard have read it, after a second at the
 * latest.
 */
export async function notifyAll(wire: PubSub, name: string): Promise<void> {
  const missing = new Set(wire.others());
  if (missing.size === 0) return wire.say(`changed:${name}`, `${wire.id} -`);
  const turn = newId();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      silence();
      resolve();
    };
    const timer = setTimeout(done, patienceMs);
    const silence = wire.hear(`taken:${name}`, (text) => {
      const [of, who = ''] = text.split(' ');
      if (of === turn && missing.delete(who) && missing.size === 0) done();
    });
    wire.say(`changed:${name}`, `${wire.id} ${turn}`);
  });
}
