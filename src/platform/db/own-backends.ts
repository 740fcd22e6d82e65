import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import type pg from 'pg';

/**
 * Gives the server's processes at the other end of this pool a lower priority too, where the server runs on this machine and we may: of a long job half the work is theirs,
 * and whoever asks for a page comes first there as well. They do it all the same, only later, and hold nothing that readers wait for but for moments.
 */
export function lowerOwnBackends(pool: pg.Pool, priority: number): void {
  const seen = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const { processID, connection } = client as unknown as { processID: number | null; connection: { stream: Socket } };
    if (processID === null || !isAtTheOtherEnd(processID, connection.stream.localPort)) return;
    try {
      setPriority(processID, priority);
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
