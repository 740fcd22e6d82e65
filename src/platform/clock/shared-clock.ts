import type pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { follow, notifyAll } from '../pubsub/agree.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import { MovableClock } from './clock.ts';

const name = 'sandbox.clock';

/** The sandbox's clock, stored in the database: one for all processes, also after restarts. */
export async function openSharedClock(
  pool: pg.Pool,
  pubsub: PubSub,
  log: Log,
): Promise<{ clock: MovableClock; close(): void }> {
  const clock = new MovableClock();
  const read = async () => {
    const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from sandbox_clock');
    clock.catchUp(rows[0]?.offset_ms ?? 0);
  };
  await read();
  return { clock, close: follow(pubsub, name, read, log) };
}

/** Moves the clock of all processes; they have moved when this resolves. */
export async function moveSharedClock(clock: MovableClock, pool: pg.Pool, pubsub: PubSub, ms: number): Promise<void> {
  if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
  // Added in the database, so two concurrent moves both count.
  const { rows } = await pool.query<{ offset_ms: number }>(
    'update sandbox_clock set offset_ms = offset_ms + $1 returning offset_ms',
    [Math.round(ms)],
  );
  clock.catchUp(rows[0]?.offset_ms ?? 0);
  await notifyAll(pubsub, name);
}
