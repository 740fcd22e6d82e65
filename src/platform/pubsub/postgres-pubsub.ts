import { Connection } from '../db/connection.ts';
import type { Connect } from './pubsub.ts';

const channel = 'sleeved_wire';

/**
 * PostgreSQL's LISTEN/NOTIFY over a separate connection, so that no transaction waits for it. It reaches the processes
 * on the same database.
 */
export function connectPostgres(connectionString: string): Connect {
  return async (received, lost) => {
    const client = new Connection({
      connectionString,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
      keepAlive: true,
      application_name: 'sleeved wire',
    });
    client.on('error', (error) => lost(error.message));
    client.on('end', () => lost('the connection ended'));
    client.on('notification', ({ payload }) => received(payload ?? ''));
    await client.connect();
    await client.query(`listen ${channel}`);
    let queue: Promise<unknown> = Promise.resolve();
    return {
      send: (message) => {
        queue = queue
          .then(() => client.query({ name: 'say', text: 'select pg_notify($1, $2)', values: [channel, message] }))
          .catch(() => {});
      },
      close: () => client.end(),
    };
  };
}
