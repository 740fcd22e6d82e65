import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { addMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { isLeft } from '../imports.queries.server.ts';
import { importTimes } from '../model/import.process.ts';
import { importRow, stockImport } from '../model/import.tables.ts';
import type { PlainOutcome } from '../model/import.texts.ts';
import { moveImport } from './change-import.server.ts';

/** The states with a running job, the final state of each, and the message of rows that it did not process. */
const unfinished = {
  committing: {
    end: 'finish',
    rows: and(isLeft, isNull(importRow.outcome)),
    outcome: 'failed',
  },
  undoing: {
    end: 'finishUndo',
    rows: and(isNotNull(importRow.listingId), eq(importRow.isLeftOut, false)),
    outcome: 'undo_failed',
  },
} as const satisfies Record<string, { outcome: PlainOutcome } & Record<string, unknown>>;

/** Ends imports whose job has failed for good, so that none stays in progress; each remaining row says what to do. */
export async function giveUpImports(platform: Platform): Promise<void> {
  // An undo of an older release stores no time, so it may still be running.
  const lastSeen = sql`coalesce(${stockImport.touchedAt}, case when ${stockImport.status} = 'committing' then ${stockImport.committedAt} end)`;
  const isStill = lt(lastSeen, addMs(platform.clock.now(), -importTimes.lostJobMs));
  const still = await platform.db
    .select()
    .from(stockImport)
    .where(and(inArray(stockImport.status, ['committing', 'undoing']), isStill));
  for (const { id } of still)
    await write(platform, async (tx) => {
      const [own] = await tx.db
        .select()
        .from(stockImport)
        .where(and(eq(stockImport.id, id), isStill))
        .for('update');
      if (own?.status !== 'committing' && own?.status !== 'undoing') return;
      const { end, rows, outcome } = unfinished[own.status];
      await tx.db
        .update(importRow)
        .set({ outcome })
        .where(and(eq(importRow.importId, id), rows));
      await moveImport(tx, id, null, end, { counts: null });
    });
}
