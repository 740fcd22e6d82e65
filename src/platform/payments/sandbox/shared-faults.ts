import type pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { follow, notifyAll } from '../../pubsub/agree.ts';
import type { PubSub } from '../../pubsub/pubsub.ts';
import { type Faults, faultsSchema, noFaults } from './faults.ts';

const name = 'sandbox.faults';

export interface SharedFaults {
  read(): Faults;
  /** They are in force in all processes when this resolves. */
  set(faults: Faults): Promise<void>;
  /** Reads them from the database as well, as the start of a process does. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * One set of faults for all processes, in the database and in each one's memory: the calls that ask for them do not
 * wait.
 */
export function shareFaults(pool: pg.Pool, wire: PubSub, log: Log): SharedFaults {
  let faults = noFaults;
  /** Counts what was asked and set, so that an answer of before a change does not undo it. */
  let turn = 0;
  const refresh = async () => {
    const mine = ++turn;
    const { rows } = await pool.query<{ faults: unknown }>('select faults from sandbox_fault');
    if (mine === turn) faults = faultsSchema.catch(noFaults).parse(rows[0]?.faults ?? {});
  };
  return {
    read: () => faults,
    refresh,
    set: async (changed) => {
      await pool.query('update sandbox_fault set faults = $1', [JSON.stringify(changed)]);
      turn++;
      faults = changed;
      await notifyAll(wire, name);
    },
    close: follow(wire, name, refresh, log),
  };
}
