import { and, eq } from 'drizzle-orm';
import { getAccount } from '#features/members/index.server.ts';
import { conflict, notFound, Refusal } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { memberLimit } from '../model/auth.tables.ts';
import { messages } from '../model/messages.ts';

interface Act {
  userId: string;
  /** The admin's id. */
  by: string;
}
type Alongside = (tx: Tx, now: Date) => Promise<void>;

/** 403: an admin has limited what the member may do, until `until`. */
const limitedCode = 'limited';

/**
 * Bars a member from listings, wanted posts, public want lists, reviews, opening conversations, offers and
 * counter-offers, until then. Refuses an admin (403), whose role must be removed first, and a time in the past (409).
 */
export async function limitMember(
  platform: Platform,
  { userId, by, until, reason }: Act & { until: Date; reason: string },
  alongside?: Alongside,
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    if (!(await lockUser(tx.db, userId))) throw notFound(messages.profileNotFound);
    authPolicy.check({ id: by, role: 'admin' }, 'suspend a member', await getAccount(tx.db, userId));
    if (until <= now) throw conflict('limit_over', 'Choose an end date in the future.');
    await tx.db
      .insert(memberLimit)
      .values({ userId, until, createdAt: now })
      .onConflictDoUpdate({ target: memberLimit.userId, set: { until, createdAt: now } });
    await recordAct(
      tx,
      { by, act: 'member.limited', subject: userId, data: { until: until.toISOString(), reason } },
      now,
    );
    await alongside?.(tx, now);
  });
}

/** Ends a limit early. Refuses a member without one (409), or one with another start than `since`. */
export async function unlimitMember(
  platform: Platform,
  { userId, by, since }: Act & { since?: Date },
  alongside?: Alongside,
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const until = await limitOf(tx, userId, now);
    if (until === null) throw conflict('not_limited', 'This member isn’t restricted.');
    const own = and(eq(memberLimit.userId, userId), since && eq(memberLimit.createdAt, since));
    const gone = await tx.db.delete(memberLimit).where(own).returning({ userId: memberLimit.userId });
    if (gone.length === 0) throw conflict('not_limited', 'This decision no longer restricts the member.');
    await recordAct(tx, { by, act: 'member.unlimited', subject: userId }, now);
    await alongside?.(tx, now);
  });
}

/** Until when this member is limited now, or null. */
export async function limitOf({ db }: Pick<Tx, 'db'>, userId: string, now: Date): Promise<Date | null> {
  const [row] = await db.select({ until: memberLimit.until }).from(memberLimit).where(eq(memberLimit.userId, userId));
  return row && now < row.until ? row.until : null;
}

/** Call before a restricted action: refuses with the end of the limit (403 `limited`). */
export async function requireUnlimited(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  memberId: string,
  what: Doing,
): Promise<void> {
  const until = await limitOf(tx, memberId, clock.now());
  if (until === null) return;
  throw new Refusal(403, limitedCode, limitedSentence(what, until), { details: { until: until.toISOString() } });
}

export const limitedSentence = (what: Doing, until: Date) =>
  `Your account is restricted. ${again[what](dayMonthYear(until))} See the reason and how to appeal under Settings, Account status.`;

type Doing = keyof typeof again;

const again = {
  list: (day: string) => `You can list cards again on ${day}.`,
  write: (day: string) => `You can start conversations again on ${day}.`,
  offer: (day: string) => `You can make and counter offers again on ${day}.`,
  want: (day: string) => `You can create wanted posts again on ${day}.`,
  share: (day: string) => `You can make want lists public again on ${day}.`,
  review: (day: string) => `You can write and reply to reviews again on ${day}.`,
};
