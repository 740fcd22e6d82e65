import { Connection } from './connection.ts';
import { watchPulse } from './pulse.ts';

/** A server that does not answer for a minute counts as lost. */
const longPulse = { everyMs: 5_000, missed: 12 };

/**
 * A connection for statements that may take hours: migrations, backup, restore. It has no timeout while the server
 * answers at all; after a minute of silence it is closed, and the work fails. End it like any other.
 */
export async function dialForLongWork(connectionString: string): Promise<Connection> {
  const connection = new Connection({
    connectionString,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Pending queries get the error.
  connection.on('error', () => {});
  await connection.connect();
  const watch = watchPulse(connectionString, { silent: () => connection.cut(), back: () => {} }, longPulse);
  connection.once('end', () => void watch.stop());
  return connection;
}
