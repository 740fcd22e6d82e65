import { lockMember, setSellerKind } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type StatusInput, traderRefusals } from './contract.ts';
import type { SellerKind } from './model/trader.rules.ts';
import { statusChanged } from './model/traders.events.ts';
import { tradersLimits } from './model/traders.limits.ts';
import { type StatusRow, sellerStatus, sellerStatusChange } from './model/traders.tables.ts';
import { findStatus } from './trader-status.queries.server.ts';

/** Fields that a private person does not have. */
const nothingShown = {
  legalName: null,
  street: null,
  postalCode: null,
  city: null,
  country: null,
  email: null,
  phone: null,
  register: null,
  registerNumber: null,
  vatId: null,
  withdrawal: null,
  certifiedAt: null,
};

/**
 * Sets a member's status, a trader's with all required data. Orders do not change. Refuses an invalid or missing field
 * (422), a marked trader who would be private (409 `marked_trader`), too many changes (429).
 */
export async function setTraderStatus(platform: Platform, actor: Actor, input: StatusInput): Promise<void> {
  await platform.limits.count(tradersLimits.changes, actor.id);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    const before = await findStatus(tx.db, actor.id);
    if (input.kind === 'private' && before?.markedAt)
      throw conflict(
        traderRefusals.marked,
        'We marked you as a professional seller. If you’re a private seller, contact support.',
      );
    const now = platform.clock.now();
    await storeStatus(
      tx,
      actor.id,
      input.kind === 'private' ? { kind: 'private', ...nothingShown } : fieldsOf(input, now),
      {
        by: actor.id,
        before,
        now,
      },
    );
  });
}

function fieldsOf({ certified: _, ...fields }: Extract<StatusInput, { kind: 'trader' }>, now: Date) {
  return { ...fields, certifiedAt: now };
}

type StatusFields = Partial<Omit<StatusRow, 'memberId' | 'updatedAt'>> & { kind: SellerKind };

/** Stores the status with its history, and updates the profile. */
export async function storeStatus(
  tx: Tx,
  memberId: string,
  values: StatusFields,
  { by, before, now }: { by: string; before: StatusRow | null; now: Date },
): Promise<void> {
  const names = Object.keys(values) as (keyof StatusFields)[];
  const fields = names.filter(
    (name) => name !== 'certifiedAt' && name !== 'dataDueAt' && (before?.[name] ?? null) !== (values[name] ?? null),
  );
  const set = { ...values, updatedAt: now };
  await tx.db
    .insert(sellerStatus)
    .values({ memberId, ...set })
    .onConflictDoUpdate({ target: sellerStatus.memberId, set });
  await tx.db
    .insert(sellerStatusChange)
    .values({ id: newId(now.getTime()), memberId, by, kind: values.kind, fields, createdAt: now });
  await setSellerKind(tx, memberId, values.kind);
  tx.append(statusChanged, { subject: memberId, version: 0, topics: [], data: {} });
}
