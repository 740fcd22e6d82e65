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

/** What a private person has not. */
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
 * A member says whether they sell as a private person or as a trader, with all that a trader must show. What orders
 * keep of it stays as it was. Refuses: a field that is wrong or missing (422), who was marked as a trader and would be
 * private (409 `marked_trader`), very many changes (429).
 */
export async function setTraderStatus(platform: Platform, actor: Actor, input: StatusInput): Promise<void> {
  await platform.limits.count(tradersLimits.changes, actor.id);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    const before = await findStatus(tx.db, actor.id);
    if (input.kind === 'private' && before?.markedAt)
      throw conflict(
        traderRefusals.marked,
        'An operator has marked you as a trader. If you sell as a private person, write to the operator.',
      );
    const now = platform.clock.now();
    await storeStatus(
      tx,
      actor.id,
      input.kind === 'private' ? { kind: 'private', ...nothingShown } : saidBy(input, now),
      {
        by: actor.id,
        before,
        now,
      },
    );
  });
}

function saidBy({ certified: _, ...said }: Extract<StatusInput, { kind: 'trader' }>, now: Date) {
  return { ...said, certifiedAt: now };
}

type Said = Partial<Omit<StatusRow, 'memberId' | 'updatedAt'>> & { kind: SellerKind };

/** Writes it down with who changed what, and lets the profile follow. */
export async function storeStatus(
  tx: Tx,
  memberId: string,
  said: Said,
  { by, before, now }: { by: string; before: StatusRow | null; now: Date },
): Promise<void> {
  const names = Object.keys(said) as (keyof Said)[];
  const fields = names.filter(
    (name) => name !== 'certifiedAt' && name !== 'dataDueAt' && (before?.[name] ?? null) !== (said[name] ?? null),
  );
  const set = { ...said, updatedAt: now };
  await tx.db
    .insert(sellerStatus)
    .values({ memberId, ...set })
    .onConflictDoUpdate({ target: sellerStatus.memberId, set });
  await tx.db
    .insert(sellerStatusChange)
    .values({ id: newId(now.getTime()), memberId, by, kind: said.kind, fields, createdAt: now });
  await setSellerKind(tx, memberId, said.kind);
  tx.append(statusChanged, { subject: memberId, version: 0, topics: [], data: {} });
}
