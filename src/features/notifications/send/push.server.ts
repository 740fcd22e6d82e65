import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { holdSession } from '#platform/identity/sessions/sessions.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { pushAddress } from '#platform/push/push-address.ts';
import { isHomeOf, sendPush } from '#platform/push/send-push.ts';
import type { SubscribeInput } from '../contract.ts';
import { readTitle } from '../entries/entries.queries.server.ts';
import { pushJob } from '../model/notification.jobs.ts';
import { pushSubscription } from '../model/notifications.tables.ts';

/** Devices of one member; one more replaces the oldest. */
const atMost = 10;

/**
 * Registers this device for the signed-in member alone; idempotent. It ends with the session. Refuses an address that
 * may not be called (422), and a session that ended meanwhile (401).
 */
export async function subscribe(platform: Platform, actor: Actor, { endpoint, keys }: SubscribeInput): Promise<void> {
  if (!pushAddress(endpoint, isHomeOf(platform.config)))
    throw invalid({ endpoint: 'Enter the address of a push subscription.' });
  await write(platform, async (tx) => {
    await holdSession(tx, actor);
    const now = platform.clock.now();
    const facts = { userId: actor.id, sessionId: actor.sessionId, ...keys, createdAt: now };
    await tx.db
      .insert(pushSubscription)
      .values({ id: newId(now.getTime()), endpoint, ...facts })
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: facts });
    const older = tx.db
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.userId, actor.id))
      .orderBy(pushSubscription.id)
      .for('update');
    const ids = (await older).map(({ id }) => id).slice(0, -atMost);
    if (ids.length > 0) await tx.db.delete(pushSubscription).where(inArray(pushSubscription.id, ids));
  });
}

/** Unregisters this device, or each of the member's. Ignores devices of other members. */
export async function unsubscribeDevice(
  platform: Platform,
  { id: userId }: Actor,
  endpoint: string | undefined,
): Promise<void> {
  await write(platform, async (tx) => {
    const mine = eq(pushSubscription.userId, userId);
    await tx.db
      .delete(pushSubscription)
      .where(endpoint === undefined ? mine : and(mine, eq(pushSubscription.endpoint, endpoint)));
  });
}

export interface Pushed {
  userId: string;
  /** With `{name}` where `namedId` gives the member's name. */
  title: string;
  namedId?: string | undefined;
  link: string;
  /** A device replaces a shown notification of the same name. */
  about: string;
}

/** Pushes to these devices of a member, one job each, in the transaction of the event. */
export function enqueuePushes(
  tx: Tx,
  { userId, title, namedId, link, about }: Pushed,
  devices: readonly string[],
): void {
  for (const id of devices)
    tx.enqueue(
      pushJob,
      { deviceId: id, userId, title, namedId, link, about },
      { key: `${id} ${about}`, maxAttempts: 5 },
    );
}

/** What a device shows: the event and the page that a click opens. It has no text that members wrote. */
export async function push(
  platform: Platform,
  { deviceId, userId, title, namedId, link, about }: Pushed & { deviceId: string },
): Promise<void> {
  // Another member is signed in on that device by now.
  const its = and(eq(pushSubscription.id, deviceId), eq(pushSubscription.userId, userId));
  const [device] = await platform.db.select().from(pushSubscription).where(its);
  if (!device) return;
  const topic = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(about)))
    .toString('base64url')
    .slice(0, 32);
  const outcome = await sendPush(
    platform,
    device,
    JSON.stringify({ title: await readTitle(platform.db, { title, namedId }), link, tag: topic }),
    topic,
  );
  if (outcome === 'gone') await write(platform, (tx) => tx.db.delete(pushSubscription).where(its));
}
