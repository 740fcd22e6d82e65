import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { mailMember, notify } from '#features/notifications/index.server.ts';
import { findWantsPending, missedNotifying } from '#features/wanted/index.server.ts';
import { plural } from '#kernel/format.ts';
import { addMs } from '#kernel/time.ts';
import type { Row } from '#platform/mail/email.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { awaitForgotten, awaitWanted } from '../match/await-wanted.server.ts';
import { besideMarketWords } from '../match/beside-market.server.ts';
import { lockChoice } from '../match/lock-choice.server.ts';
import { runOtherMatchings } from '../match/matchers.server.ts';
import { mailJob, notifyJob } from '../model/alert.jobs.ts';
import { type AlertRow, alert, alertChoice } from '../model/alert.tables.ts';
import { mailAgainMs, sentAlertsMs } from '../model/alerts.limits.ts';
import { alertContent, type Notifying, wordsOf } from './alert-content.server.ts';
import { costCompared } from './alert-texts.server.ts';

const keyOf = ({ kind, sourceId, listingId }: Pick<AlertRow, 'kind' | 'sourceId' | 'listingId'>) =>
  `${kind} ${sourceId} ${listingId}`;

const isRow = ({ memberId, kind, sourceId, listingId }: AlertRow) =>
  and(eq(alert.memberId, memberId), eq(alert.kind, kind), eq(alert.sourceId, sourceId), eq(alert.listingId, listingId));

/**
 * Notifies a member of all that is due: one notification for each search, seller, want list, wanted post and favourite,
 * and one email, at most every ten minutes. Alerts that are no longer true are deleted unsent, so that the same may be
 * an alert again.
 */
export async function notifyAlerts(platform: Platform, memberId: string): Promise<void> {
  let { now, due, found } = await findDue(platform, memberId);
  if (found.length === 0) return;
  // Alerts with one due time were matched together. With several due times, some may be the first of an event that
  // others still match.
  if (new Set(found.map(({ dueAt }) => dueAt.getTime())).size > 1) {
    await runOtherMatchings(
      platform,
      found.map(({ listingId }) => listingId),
    );
    ({ now, due, found } = await findDue(platform, memberId));
  }
  const updates = await alertContent(platform, memberId, found);
  await write(platform, async (tx) => {
    const mailedAt = await lockChoice(tx, memberId);
    // Another run may have sent some of them meanwhile.
    const still = new Map((await tx.db.select().from(alert).where(due)).map((row) => [keyOf(row), row]));
    const isUnsent = (row: AlertRow) => still.get(keyOf(row))?.toldAt === null;
    for (const notifying of updates) if (notifying.rows.some(isUnsent)) await notifyOne(tx, memberId, notifying, now);
    const valid = updates.flatMap(({ rows }) => rows).filter((row) => still.has(keyOf(row)));
    const validKeys = new Set(valid.map(keyOf));
    for (const row of found) {
      if (validKeys.has(keyOf(row)) || !isUnsent(row)) continue;
      await tx.db.delete(alert).where(and(isRow(row), eq(alert.about, row.about)));
      if (row.kind === 'want') await missedNotifying(tx, { wantId: row.sourceId, listingId: row.listingId }, now);
    }
    if (valid.length === 0) return;
    const next = mailedAt === null ? now : addMs(mailedAt, mailAgainMs);
    const isMailed = next <= now;
    for (const row of valid)
      await tx.db
        .update(alert)
        .set({ toldAt: now, ...(isMailed && { mailedAt: now }) })
        .where(isRow(row));
    if (!isMailed) return tx.enqueue(notifyJob, { memberId }, { key: `${memberId}-again`, runAt: next });
    await tx.db.update(alertChoice).set({ mailedAt: now }).where(eq(alertChoice.memberId, memberId));
    tx.enqueue(mailJob, { memberId, at: now.toISOString() });
  });
}

/** Includes the copies that meet their wanted posts. */
async function findDue(platform: Platform, memberId: string) {
  const wants = await findWantsPending(platform.db, memberId);
  if (wants.length > 0) await awaitWanted(platform, { wants });
  const now = platform.clock.now();
  const due = and(eq(alert.memberId, memberId), lte(alert.dueAt, now), isNull(alert.mailedAt));
  return { now, due, found: await platform.db.select().from(alert).where(due) };
}

async function notifyOne(
  tx: Tx,
  memberId: string,
  { kind, code, params, named, link, about }: Notifying,
  now: Date,
): Promise<void> {
  const namedId = named && { namedId: named.id };
  await notify(tx, { userId: memberId, kind, code, params, ...namedId, link, about, renews: true, now });
}

/** With more cards the page is the better list. */
const shownInMail = 20;

/**
 * Sends one email about all that was due, each card once, with its reasons, without the kinds that the member declines.
 */
export async function mailAlerts(
  platform: Platform,
  { memberId, at }: { memberId: string; at: string },
): Promise<void> {
  const rows = await platform.db
    .select()
    .from(alert)
    .where(and(eq(alert.memberId, memberId), eq(alert.mailedAt, new Date(at))));
  const all = await alertContent(platform, memberId, rows);
  await mailMember(platform, {
    userId: memberId,
    kind: [...new Set(all.map(({ mailKind }) => mailKind))],
    messageId: `alerts-${memberId}-${Date.parse(at)}`,
    email: async (_, kinds) => {
      const updates = all.filter(({ mailKind }) => kinds.includes(mailKind));
      const [only] = updates;
      if (!only) return null;
      const shown = [
        ...new Map(updates.flatMap(({ listings }) => listings.map((copy) => [copy.id, copy]))).values(),
      ].slice(0, shownInMail);
      const cards = cardsOf(updates, await besideMarketWords(platform, memberId, shown), platform.config.appUrl);
      const subject =
        updates.length === 1
          ? wordsOf(only).title
          : plural(cards.length, { one: '# update from your alerts', other: '# updates from your alerts' });
      const link = updates.length === 1 ? only.link : '/notifications';
      const more = cards.length > shownInMail ? [`This email lists the first ${shownInMail} cards.`] : [];
      return {
        subject,
        paragraphs: [...updates.slice(0, shownInMail).map((update) => wordsOf(update).sentence), ...more],
        rows: cards.slice(0, shownInMail),
        button: {
          label: updates.length === 1 ? 'View details' : 'View notifications',
          url: `${platform.config.appUrl}${link}`,
        },
      };
    },
  });
}

/** A card that two searches find is one row with both names; `besideMarket` is its price comparison. */
function cardsOf(updates: readonly Notifying[], comparisons: ReadonlyMap<string, string>, appUrl: string): Row[] {
  const cards = new Map<string, { title: string; cost: string; why: string[] }>();
  for (const { listings, why } of updates)
    for (const copy of listings) {
      const card = cards.get(copy.id) ?? {
        title: copy.title,
        cost: costCompared(copy, comparisons.get(copy.id)),
        why: [],
      };
      cards.set(copy.id, { ...card, why: [...new Set([...card.why, why])] });
    }
  return [...cards].map(([id, { title, cost, why }]) => [
    title,
    [cost, ...why].join(' · '),
    `${appUrl}/listings/${id}`,
  ]);
}

/**
 * Restores alerts that a process of the previous release deleted; deletes alerts that were sent long ago, and rows that
 * were never sent.
 */
export async function sweepAlerts(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await awaitForgotten(platform);
  const before = addMs(clock.now(), -sentAlertsMs);
  await db
    .delete(alert)
    .where(
      or(and(isNotNull(alert.toldAt), lte(alert.toldAt, before)), and(isNull(alert.toldAt), lte(alert.dueAt, before))),
    );
}
