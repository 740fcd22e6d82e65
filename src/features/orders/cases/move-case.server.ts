import { and, eq, ne } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { addMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { tickCaseJob } from '../model/order.jobs.ts';
import { type CaseKind, type CaseOutcome, type CaseState, timeIn } from './case.process.ts';
import { type CaseRow, orderCase } from './case.tables.ts';

type Facts = Partial<Pick<CaseRow, 'proposal' | 'positions' | 'carrier' | 'trackingNumber'>>;

/** Writes a new case of a locked order, with the timer of its state. */
export async function insertCase(
  tx: Tx,
  { orderId, kind, state, ...facts }: { orderId: string; kind: CaseKind; state: CaseState } & Facts,
  now: Date,
): Promise<void> {
  const id = newId(now.getTime());
  await tx.db.insert(orderCase).values({
    id,
    orderId,
    kind,
    state,
    ...facts,
    dueAt: setTimer(tx, { id, kind, version: 1 }, state, now),
    createdAt: now,
    updatedAt: now,
  });
}

/** Moves the case of a locked order, with the timer of its new state. */
export async function moveCase(tx: Tx, found: CaseRow, state: CaseState, now: Date, facts: Facts = {}): Promise<void> {
  const version = found.version + 1;
  await tx.db
    .update(orderCase)
    .set({
      state,
      ...facts,
      version,
      dueAt: setTimer(tx, { ...found, version }, state, now, talkUntil(found, state)),
      updatedAt: now,
    })
    .where(eq(orderCase.id, found.id));
}

/** Closes the case of a locked order, if it has one that is open. */
export async function closeCase(tx: Tx, orderId: string, outcome: CaseOutcome, now: Date): Promise<void> {
  await tx.db
    .update(orderCase)
    .set({ state: 'closed', outcome, dueAt: null, updatedAt: now })
    .where(and(eq(orderCase.orderId, orderId), ne(orderCase.state, 'closed')));
}

/** Proposals and answers about a problem have one deadline together. */
const talkUntil = ({ kind, state, dueAt }: CaseRow, next: CaseState): Date | null =>
  (kind === 'problem' || kind === 'not_arrived') && isTalk(state) && isTalk(next) ? dueAt : null;

const isTalk = (state: CaseState) => state === 'open' || state === 'proposed';

function setTimer(
  tx: Tx,
  { id, kind, version }: Pick<CaseRow, 'id' | 'kind' | 'version'>,
  state: CaseState,
  now: Date,
  until: Date | null = null,
): Date | null {
  const lasts = timeIn(kind, state);
  if (lasts === null) return null;
  const runAt = until ?? addMs(now, lasts);
  tx.enqueue(tickCaseJob, { caseId: id, version }, { runAt });
  return runAt;
}
