import type pg from 'pg';
import type { Clock } from '../../../clock/clock.ts';
import { objectId, seconds } from '../objects.ts';
import { inTransaction } from '../store.ts';
import { changeAccount, getAccount } from './accounts.ts';
import type { Account } from './connect-objects.ts';

const day = 86_400;
/** How long an account is reviewed, in seconds. */
const reviewSeconds = 60;
/** How long a seller has to upload a document, in seconds. */
export const documentSeconds = 14 * day;

/** What a person can choose on the onboarding page of the sandbox. */
export const outcomes = ['complete', 'document_missing', 'rejected'] as const;
type Outcome = (typeof outcomes)[number];
type Bank = NonNullable<Account['sandbox']['bank']>;
type Change = Partial<Account['sandbox']>;

/** The account after its page was sent. A document of a verified account is taken without a review. */
export function afterOnboarding(account: Account, outcome: Outcome, bank: Bank, now: number): Change {
  if (outcome === 'rejected') return { step: 'rejected', bank, deadlineAt: null };
  if (outcome === 'document_missing') return { step: 'document_missing', bank, deadlineAt: now + documentSeconds };
  if (['document_asked', 'verified'].includes(account.sandbox.step))
    return { step: 'verified', bank, deadlineAt: null };
  return { step: 'in_review', bank, reviewedAt: now + reviewSeconds, deadlineAt: null };
}

export function bankOf({ sandbox }: Account, accountNumber: string): Bank {
  const currency = { US: 'usd', GB: 'gbp', CA: 'cad', CH: 'chf' }[sandbox.country] ?? 'eur';
  return { id: objectId('usba_test'), last4: accountNumber.slice(-4), currency };
}

/** Ends the reviews that are over, and restricts accounts whose document is overdue. */
export async function reviewAccounts(pool: pg.Pool, clock: Clock): Promise<void> {
  const now = seconds(clock.now());
  const { rows } = await pool.query<{ id: string }>(
    `select id from sandbox_stripe_object where object = 'v2.core.account'
     and ((data #>> '{sandbox,reviewedAt}')::bigint <= $1 or (data #>> '{sandbox,deadlineAt}')::bigint <= $1)`,
    [now],
  );
  for (const { id } of rows)
    await inTransaction(pool, async (db) => {
      const account = await getAccount(db, id, true);
      const change = afterReview(account, now);
      if (change) await changeAccount(db, clock, account, change);
    });
}

function afterReview({ sandbox }: Account, now: number): Change | null {
  if (sandbox.step === 'in_review' && (sandbox.reviewedAt ?? now) <= now) return { step: 'verified', reviewedAt: null };
  const isLate =
    ['document_missing', 'document_asked'].includes(sandbox.step) && (sandbox.deadlineAt ?? now + 1) <= now;
  return isLate ? { step: 'document_overdue' } : null;
}
