import { and, eq } from 'drizzle-orm';
import { requireUnlimited } from '#features/auth/index.server.ts';
import { mailMember, notify } from '#features/notifications/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { wantRefusals } from '../contract.ts';
import { expireJob, mailEndingJob, remindJob } from '../model/want.jobs.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { findMove } from '../model/want.process.ts';
import { type WantRow, want } from '../model/want.tables.ts';
import { wantMails, wantTexts, wantUpdates } from '../model/wanted.emails.ts';
import { remindBeforeMs, wantedQuotas, wantMs } from '../model/wanted.limits.ts';
import { endSentences } from '../words.ts';
import { keepOwner } from './lock-owner.server.ts';
import { changeWant, lockWant, refuseHidden } from './move-want.server.ts';

/** The timers of a want's end and reminder; later ones replace them. */
export function enqueueTimers(tx: Tx, { id, expiresAt }: Pick<WantRow, 'id' | 'expiresAt'>): void {
  tx.enqueue(expireJob, { wantId: id }, { runAt: expiresAt, key: id });
  tx.enqueue(remindJob, { wantId: id }, { runAt: addMs(expiresAt, -remindBeforeMs), key: id });
}

/**
 * Renews the member's own want, also an expired one. Refuses an unknown one (404), another member's (403), a filled or
 * closed one (409).
 */
export async function renewWant(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockToRenew(tx, actor, id);
    wantPolicy.check(actor, 'edit', row);
    await renew(platform, tx, row, platform.clock.now());
  });
}

/**
 * The want, locked after its member as at creation, so that two writes that fill the last slot are counted one after
 * the other. Refuses a deleted member (401), and an unknown want (404).
 */
export async function lockToRenew(tx: Tx, actor: Actor, id: string): Promise<WantRow> {
  await keepOwner(tx, actor.id);
  return lockWant(tx, id);
}

/**
 * Renews a want that `lockToRenew` has locked; answers the new row. Refuses a filled, closed or hidden one (409), a
 * limited member (403), and more open ones than the limit.
 */
export async function renew(platform: Pick<Platform, 'clock'>, tx: Tx, row: WantRow, now: Date): Promise<WantRow> {
  refuseHidden(row);
  await requireUnlimited(platform, tx, row.ownerId, 'want');
  if (!findMove('renew', 'owner', row.status)) throw conflict(wantRefusals.wantEnded, endSentences[row.status]);
  const open = await tx.db.$count(want, and(eq(want.ownerId, row.ownerId), eq(want.status, 'open')));
  if (row.status !== 'open' && open >= wantedQuotas.openAtOnce.most) throw overQuota(wantedQuotas.openAtOnce);
  const renewed = { status: 'open' as const, expiresAt: addMs(now, wantMs) };
  await changeWant(tx, row, renewed, 'edited', now);
  enqueueTimers(tx, { id: row.id, ...renewed });
  return { ...row, ...renewed };
}

/** Reminds the owner three days before the end. No effect where it has ended or was renewed. */
export async function remindOfEnd(platform: Platform, wantId: string): Promise<void> {
  await write(platform, async (tx) => {
    const [row] = await tx.db.select().from(want).where(eq(want.id, wantId)).for('update');
    const now = platform.clock.now();
    if (row?.status !== 'open' || now >= row.expiresAt || now < addMs(row.expiresAt, -remindBeforeMs)) return;
    const about = `want-ends-${wantId}-${row.expiresAt.getTime()}`;
    await notify(tx, {
      userId: row.ownerId,
      kind: wantUpdates,
      code: 'ends',
      params: endParams(row),
      link: `/wanted/${wantId}/renew`,
      about,
      now,
    });
    tx.enqueue(mailEndingJob, { wantId, endsAt: row.expiresAt.toISOString() }, { key: about });
  });
}

export async function mailEnding(
  platform: Platform,
  { wantId, endsAt }: { wantId: string; endsAt: string },
): Promise<void> {
  const [row] = await platform.db.select().from(want).where(eq(want.id, wantId));
  if (row?.status !== 'open' || row.expiresAt.toISOString() !== endsAt) return;
  const { title, body } = wantTexts.ends(endParams(row));
  await mailMember(platform, {
    userId: row.ownerId,
    kind: wantMails,
    messageId: `want-ends-${wantId}-${row.expiresAt.getTime()}`,
    email: {
      subject: title,
      paragraphs: [body],
      button: { label: 'Renew wanted post', url: `${platform.config.appUrl}/wanted/${wantId}/renew` },
    },
  });
}

const endParams = ({ title, expiresAt }: WantRow) => ({ title, endsAt: expiresAt.toISOString() });
