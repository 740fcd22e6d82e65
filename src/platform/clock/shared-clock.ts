import type pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { follow, notifyAll } from '../pubsub/agree.ts';
import type { PubSub } from '../pubsub/pubsub.ts';
import { MovableClock } from './clock.ts';

const name = 'sandbox.clock';

/** The sandbox's clock as the database has it: one for all processes, and kept over restarts. */
export async function openSharedClock(
  pool: pg.Pool,
  wire: PubSub,
  log: Log,
): Promise<{ clock: MovableClock; close(): void }> {
  const clock = new MovableClock();
  const read = async () => {
    const { rows } = await pool.query<{ offset_ms: number }>('select offset_ms from sandbox_clock');
    clock.catchUp(rows[0]?.offset_ms ?? 0);
  };
  await read();
  return { clock, close: follow(wire, name, read, log) };
}

/** Moves the clock of all processes; theirs have moved when this resolves. */
export async function moveSharedClock(clock: MovableClock, pool: pg.Pool, wire: PubSub, ms: number): Promise<void> {
  if (!(ms >= 0)) throw new RangeError('the clock only moves forward');
  // Added in the database: two processes that move it at the same moment both do.
  const { rows } = await pool.query<{ offset_ms: number }>(
    'update sandbox_clock set offset_ms = offset_ms + $1 returning offset_ms',
    [Math.round(ms)],
  );
  clock.catchUp(rows[0]?.offset_ms ?? 0);
  await notifyAll(wire, name);
}
