import type { Currency } from '#kernel/numbers/money.ts';
import type { OrderCase } from './case.contract.ts';
import { type CaseSide, type CaseVerb, caseVerbs, mayActOn } from './case.process.ts';
import type { CaseRow } from './case.tables.ts';

interface Context {
  side: CaseSide;
  currency: Currency;
  /** Whether the order has a tracking number. */
  hasTracking: boolean;
  /** In the order of their positions. */
  listingIds: readonly string[];
  /** While the buyer's bank decides nothing is paid back. */
  doesBankDecide: boolean;
}

/** What pays back at once, or is refused where nothing can be. */
function paysBack(verb: CaseVerb, proposal: CaseRow['proposal']): boolean {
  if (verb === 'accept') return proposal?.kind === 'cancel' || proposal?.kind === 'refund';
  return verb === 'propose' || verb === 'receive_return';
}

/** A case as one side of its order sees it. */
export function presentCase(
  found: CaseRow,
  { side, currency, hasTracking, listingIds, doesBankDecide }: Context,
): OrderCase {
  const { id, kind, state, proposal, positions, carrier, trackingNumber, dueAt, version } = found;
  return {
    id,
    kind,
    state,
    proposal: proposal && {
      kind: proposal.kind,
      amount: proposal.kind === 'refund' ? { amount: proposal.amount, currency } : null,
      by: proposal.by,
    },
    items: positions?.flatMap((position) => listingIds[position] ?? []) ?? null,
    tracking: carrier === null ? null : { carrier, trackingNumber },
    dueAt: dueAt?.toISOString() ?? null,
    version,
    actions: caseVerbs.filter(
      (verb) => mayActOn(verb, side, found, hasTracking) && !(doesBankDecide && paysBack(verb, proposal)),
    ),
  };
}
