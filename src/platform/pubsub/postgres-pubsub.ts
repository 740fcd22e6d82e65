import { Connection } from '../db/connection.ts';
import type { Dial } from './pubsub.ts';

const channel = 'sleeved_wire';

/**
 * PostgreSQL's notifications, over one connection of their own: they reach the processes on the same database. No
 * transaction is made to wait for them.
 */
export function dialPostgres(connectionString: string): Dial {
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
    let said: Promise<unknown> = Promise.resolve();
    return {
      say: (word) => {
        said = said
          .then(() => client.query({ name: 'say', text: 'select pg_notify($1, $2)', values: [channel, word] }))
          .catch(() => {});
      },
      hangUp: () => client.end(),
    };
  };
}
