import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import type pg from 'pg';

const lowest = 19;

/**
 * Gives the server's processes at the other end of this pool a lower priority too, where the server runs on this machine and we may: of a long job half the work is theirs,
 * and whoever asks for a page comes first there as well. By a little only: what they hold inside the server, if for moments, others may wait for.
 */
export function lowerOwnBackends(pool: pg.Pool, by: number): void {
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const { processID, connection } = client as unknown as { processID: number | null; connection: { stream: Socket } };
    if (processID === null || !isAtTheOtherEnd(processID, connection.stream.localPort)) return;
    try {
      setPriority(processID, Math.min(lowest, getPriority(processID) + by));
    } catch {
      // Another user's: it stays as it is.
    }
  });
}

/** A number alone says nothing: the server may be another machine's. What PostgreSQL calls its process names the port that we speak from. */
function isAtTheOtherEnd(processId: number, port: number | undefined): boolean {
  try {
    const title = readFileSync(`/proc/${processId}/cmdline`, 'utf8');
    return port !== undefined && title.startsWith('postgres: ') && title.includes(`(${port}) `);
  } catch {
    return false;
  }
}
