import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { wantRefusals } from '../contract.ts';
import { matchWantJob } from '../model/want.jobs.ts';
import type { WantRow } from '../model/want.tables.ts';
import { changeWant, lockWant, moveWant } from './move-want.server.ts';

interface ByAdmin {
  wantId: string;
  /** The admin's id. */
  by: string;
}

/** A write that commits or rolls back with it. */
type Alongside = (tx: Tx, row: WantRow, now: Date) => Promise<void>;

/**
 * An admin hides a wanted post from all members but its owner, who reads the reason; an open one is closed. Refuses an
 * unknown one (404), and one that is hidden already (409 `wrong_state`).
 */
export async function hideWant(
  platform: Platform,
  { wantId, by, reason }: ByAdmin & { reason: string },
  alongside: Alongside,
): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockWant(tx, wantId);
    if (row.hiddenAt !== null) throw conflict(wantRefusals.wrongState, 'This wanted post is already hidden.');
    const now = platform.clock.now();
    const hidden = { hiddenAt: now, hiddenBy: by, hiddenReason: reason, hiddenFrom: row.status };
    await changeWant(tx, row, hidden, 'edited', now);
    if (row.status === 'open') await moveWant(tx, row, 'close', 'operator', now);
    await recordAct(tx, { by, act: 'want.hidden', subject: row.id, data: { owner: row.ownerId, reason } }, now);
    await alongside(tx, row, now);
  });
}

/**
 * Shows it again, and opens it where it was open; where its time is over the sweep expires it. Refuses one that is not
 * hidden (409 `wrong_state`).
 */
export async function releaseWant(platform: Platform, { wantId, by }: ByAdmin, alongside: Alongside): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockWant(tx, wantId);
    if (row.hiddenAt === null) throw conflict(wantRefusals.wrongState, 'This wanted post isn’t hidden.');
    const now = platform.clock.now();
    await changeWant(tx, row, { hiddenAt: null, hiddenBy: null, hiddenReason: null, hiddenFrom: null }, 'edited', now);
    if (row.hiddenFrom === 'open') {
      await moveWant(tx, row, 'reopen', 'operator', now);
      tx.enqueue(matchWantJob, { subject: row.id });
    }
    await recordAct(tx, { by, act: 'want.released', subject: row.id, data: { owner: row.ownerId } }, now);
    await alongside(tx, row, now);
  });
}
