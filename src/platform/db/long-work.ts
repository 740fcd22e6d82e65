import { Connection } from './connection.ts';
import { watchPulse } from './pulse.ts';

/** A server that says nothing for a minute is not working for us any more. */
const patience = { everyMs: 5_000, missed: 12 };

/**
 * A connection for what may take hours in one statement: migrations, backup, restore. It has no limit of its own for as
 * long as the server answers at all; after a minute of silence it is given up, and the work fails with a sentence. End
 * it as any other.
 */
export async function dialForLongWork(connectionString: string): Promise<Connection> {
  const connection = new Connection({
    connectionString,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Whoever waits for an answer hears of it there.
  connection.on('error', () => {});
  await connection.connect();
  const watch = watchPulse(connectionString, { silent: () => connection.cut(), back: () => {} }, patience);
  connection.once('end', () => void watch.stop());
  return connection;
}
