import type pg from 'pg';
import type { Log } from '#platform/log/log.ts';
import { follow, notifyAll } from '../../pubsub/agree.ts';
import type { PubSub } from '../../pubsub/pubsub.ts';
import { type Faults, faultsSchema, noFaults } from './faults.ts';

const name = 'sandbox.faults';

export interface SharedFaults {
  read(): Faults;
  /** Resolves when they apply in all processes. */
  set(faults: Faults): Promise<void>;
  /** Reads them from the database, as at the start of a process. */
  refresh(): Promise<void>;
  close(): void;
}

/** One set of faults for all processes, in the database and cached in memory, so that reading them does not wait. */
export function shareFaults(pool: pg.Pool, pubsub: PubSub, log: Log): SharedFaults {
  let faults = noFaults;
  /** Counts reads and writes, so that the result of an earlier read does not undo a change. */
  let version = 0;
  const refresh = async () => {
    const mine = ++version;
    const { rows } = await pool.query<{ faults: unknown }>('select faults from sandbox_fault');
    if (mine === version) faults = faultsSchema.catch(noFaults).parse(rows[0]?.faults ?? {});
  };
  return {
    read: () => faults,
    refresh,
    set: async (changed) => {
      await pool.query('update sandbox_fault set faults = $1', [JSON.stringify(changed)]);
      version++;
      faults = changed;
      await notifyAll(pubsub, name);
    },
    close: follow(pubsub, name, refresh, log),
  };
}
