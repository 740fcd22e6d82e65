import { sql } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';

export interface LastBackup {
  /** Null: none that `npm run admin -- backup` made. */
  at: string | null;
  /** Whether it is older than the host allows, or there is none. */
  isOverdue: boolean;
}

export async function readLastBackup({ db, config, clock }: Platform): Promise<LastBackup> {
  const { rows } = await db.execute<{ finished_at: Date }>(sql`select finished_at from backup_made`);
  const at = rows[0] ? new Date(rows[0].finished_at) : null;
  const age = at ? clock.now().getTime() - at.getTime() : Number.POSITIVE_INFINITY;
  return {
    at: at?.toISOString() ?? null,
    isOverdue: config.backupMaxAgeMs !== null && age > config.backupMaxAgeMs,
  };
}
