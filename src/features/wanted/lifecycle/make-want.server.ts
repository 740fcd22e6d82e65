import { and, eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { findCard } from '#features/catalogue/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { CreateWantInput, EditWantInput, WantCard } from '../contract.ts';
import { wantKey } from '../match/criteria.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { type WantRow, want } from '../model/want.tables.ts';
import { wantedLimits, wantedQuotas, wantMs } from '../model/wanted.limits.ts';
import { keepOwner } from './lock-owner.server.ts';
import {
  changeWant,
  lockWant,
  moveWant,
  notifyChanged,
  refuseEnded,
  refuseHidden,
  refuseOtherVersion,
} from './move-want.server.ts';
import { enqueueTimers, lockToRenew, renew } from './renew-want.server.ts';

/**
 * Creates a want; answers its id. Refuses an unknown card (422), an unconfirmed email address (403 `email_unverified`),
 * a limited member (403 `limited`), more open ones than the limit (409 `too_many_wants`), too many in a day (429).
 */
export async function makeWant(platform: Platform, actor: Actor, input: CreateWantInput): Promise<string> {
  const card = input.card ? await readCard(platform.db, input.card.id) : null;
  const id = newId();
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await keepOwner(tx, actor.id);
    await requireVerifiedEmail(platform, tx, wantPolicy, 'make', actor.id);
    await requireUnlimited(platform, tx, actor.id, 'want');
    const open = await tx.db.$count(want, and(eq(want.ownerId, actor.id), eq(want.status, 'open')));
    if (open >= wantedQuotas.openAtOnce.most) throw overQuota(wantedQuotas.openAtOnce);
    await platform.limits.count(wantedLimits.made, actor.id, tx.db);
    const fields = {
      ownerId: actor.id,
      card,
      title: input.title ?? card?.name ?? '',
      game: card?.game ?? input.game ?? 'other',
      lowestCondition: input.lowestCondition ?? null,
      language: input.language ?? null,
      finish: input.finish ?? null,
      highestAmount: input.highestPrice?.amount ?? null,
      currency: input.highestPrice?.currency ?? null,
      anyPrinting: input.anyPrinting ?? false,
      withPostage: input.withPostage ?? true,
    };
    const [row] = await tx.db
      .insert(want)
      .values({
        ...fields,
        id,
        sought: wantKey(fields),
        quantity: input.quantity ?? 1,
        description: input.description ?? null,
        frequency: input.frequency ?? 'now',
        status: 'open',
        expiresAt: addMs(now, wantMs),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new RangeError('a want was not written');
    notifyChanged(tx, row, 'created');
    enqueueTimers(tx, row);
    tx.made(id);
  });
  return id;
}

async function readCard(db: Db, cardId: string): Promise<WantCard> {
  const card = await findCard(db, cardId);
  if (!card) throw invalid({ card: 'This card isn’t in the card database. Choose another card.' });
  const { id, game, setCode, setName, number, name, rarity, finishes } = card;
  return { id, game, setCode, setName, number, name, rarity, finishes };
}

/**
 * Changes the fields that are sent of the member's own want; `status` ends it, or with `open` starts its time again.
 * Refuses an unknown one (404), another member's (403), an ended one (409 `want_ended`), a hidden one (409
 * `wrong_state`), and an older version (409 `want_changed`).
 */
export async function editWant(
  platform: Platform,
  actor: Actor,
  id: string,
  { status, highestPrice, version, ...rest }: EditWantInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const isRenewed = status === 'open';
    const found = isRenewed ? await lockToRenew(tx, actor, id) : await lockWant(tx, id);
    wantPolicy.check(actor, 'edit', found);
    refuseHidden(found);
    refuseOtherVersion(found, version);
    const now = platform.clock.now();
    const row = isRenewed ? await renew(platform, tx, found, now) : found;
    refuseEnded(row, now);
    const price =
      highestPrice === undefined
        ? {}
        : { highestAmount: highestPrice?.amount ?? null, currency: highestPrice?.currency ?? null };
    const changes = Object.fromEntries(
      Object.entries({ ...rest, ...price }).filter(([, value]) => value !== undefined),
    ) as Partial<WantRow>;
    if (Object.keys(changes).length > 0)
      await changeWant(tx, row, { ...changes, sought: wantKey({ ...row, ...changes }) }, 'edited', now);
    if (status === 'filled' || status === 'closed')
      await moveWant(tx, row, status === 'filled' ? 'fill' : 'close', 'owner', now);
  });
}

/** Deletes the member's own want. Refuses an unknown one (404) and another member's (403). */
export async function removeWant(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockWant(tx, id);
    wantPolicy.check(actor, 'remove', row);
    await tx.db.delete(want).where(eq(want.id, id));
    notifyChanged(tx, { ...row, version: row.version + 1 }, 'removed');
  });
}
