import Stripe from 'stripe';
import { type Currency, type Money, money } from '#kernel/numbers/money.ts';
import type { Payments } from '../payments.ts';

/** A seller's account at Stripe, in the words of this app. */
export interface PayoutAccount {
  id: string;
  /** Our seller, as the account was created for. */
  sellerId: string | null;
  /** Two upper-case letters. */
  country: string;
  isClosed: boolean;
  /** Whether money can be sent to it. */
  transfers: 'active' | 'pending' | 'rejected' | 'restricted' | 'unsupported';
  /** Stripe's word for why it can't. */
  reason: string | null;
  requirements: Requirement[];
  /** The nearest deadline; Stripe gives a date for the account as a whole only. */
  deadlineAt: Date | null;
  /** Changes with the bank account; null without one. */
  bankPrint: string | null;
}

export interface Requirement {
  /** Stripe's word for what is missing. */
  what: string;
  by: 'member' | 'stripe';
  /** Stripe's word for what was wrong with it. */
  error: string | null;
  isPastDue: boolean;
}

export interface NewAccount {
  sellerId: string;
  email: string;
  country: string;
}

const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
  'configuration.recipient',
  'defaults',
  'identity',
  'requirements',
];
type Client = Pick<Payments, 'stripe'>;

/** Creates a seller's account: the platform pays Stripe's fees and bears losses. The same seller has one. */
export async function openAccount({ stripe }: Client, { sellerId, email, country }: NewAccount) {
  const account = await stripe.v2.core.accounts.create(
    {
      contact_email: email,
      dashboard: 'express',
      identity: { country },
      configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      metadata: { sellerId },
      include,
    },
    { idempotencyKey: `account-${sellerId}` },
  );
  return fromAccount(account);
}

export async function readAccount({ stripe }: Client, id: string): Promise<PayoutAccount> {
  return fromAccount(await stripe.v2.core.accounts.retrieve(id, { include }));
}

export async function closeAccount({ stripe }: Client, id: string): Promise<void> {
  await stripe.v2.core.accounts.close(id);
}

/** The address of Stripe's page where a seller enters what is missing; it can be opened once, within minutes. */
export async function accountLink({ stripe }: Client, id: string, page: { refreshUrl: string; returnUrl: string }) {
  const { url } = await stripe.v2.core.accountLinks.create({
    account: id,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: page.refreshUrl, return_url: page.returnUrl },
    },
  });
  return url;
}

/** The address of the seller's dashboard at Stripe. */
export async function dashboardLink({ stripe }: Client, id: string): Promise<string> {
  return (await stripe.accounts.createLoginLink(id)).url;
}

function fromAccount(account: Stripe.V2.Core.Account): PayoutAccount {
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;
  const deadline = account.requirements?.summary?.minimum_deadline?.time;
  const methods = Object.entries(account.defaults?.payout_methods ?? {}).sort();
  return {
    id: account.id,
    sellerId: account.metadata?.sellerId ?? null,
    country: (account.identity?.country ?? '').toUpperCase(),
    isClosed: account.closed ?? false,
    transfers: capability?.status ?? 'unsupported',
    reason: capability?.status_details[0]?.code ?? null,
    requirements: (account.requirements?.entries ?? []).map((entry) => ({
      what: entry.description,
      by: entry.awaiting_action_from === 'stripe' ? 'stripe' : 'member',
      error: entry.errors[0]?.code ?? null,
      isPastDue: entry.minimum_deadline.status === 'past_due',
    })),
    deadlineAt: deadline ? new Date(deadline) : null,
    bankPrint: methods.length === 0 ? null : methods.map((method) => method.join(' ')).join(', '),
  };
}

/** What Stripe calls a currency, and what this app does. */
const toStripe = (currency: Currency): string => currency.toLowerCase();
export const fromStripe = (amount: number, currency: string): Money =>
  money(amount, currency.toUpperCase() as Currency);

/** Why Stripe will not do something, by its code; `short` where the balance is too small, which may pass. */
export interface Refused {
  refused: string;
  isShort: boolean;
}

/** Throws what may pass by itself: no answer, too many calls, a wrong key. */
export function refusedBy(error: unknown): Refused {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  return { refused: error.code ?? 'refused', isShort: error.code === 'balance_insufficient' };
}

export interface SentTransfer {
  id: string;
  /** The payment on the seller's account that it made: the lines of a payout name it. */
  paymentId: string | null;
}

export interface NewTransfer extends Money {
  /** Our own; the key of the call and its mark at Stripe. */
  id: string;
  accountId: string;
  /** The payment that the money comes from: it need not be available yet. */
  chargeId: string;
}

/** Sends money of a payment to a seller. The same transfer is made once within 24 hours. */
export async function sendTransfer({ stripe }: Client, transfer: NewTransfer): Promise<SentTransfer | Refused> {
  const { id, amount, currency, accountId, chargeId } = transfer;
  try {
    return sentOf(
      await stripe.transfers.create(
        {
          amount,
          currency: toStripe(currency),
          destination: accountId,
          source_transaction: chargeId,
          metadata: { transferId: id },
        },
        { idempotencyKey: `transfer-${id}` },
      ),
    );
  } catch (error) {
    return refusedBy(error);
  }
}

/** A transfer by our own id among those of a purchase, for a call whose key Stripe may have forgotten. */
export async function findTransfer({ stripe }: Client, group: string, id: string): Promise<SentTransfer | null> {
  for await (const transfer of stripe.transfers.list({ transfer_group: group, limit: 100 }))
    if (transfer.metadata.transferId === id) return sentOf(transfer);
  return null;
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
const sentOf = ({ id, destination_payment: payment }: Stripe.Transfer): SentTransfer => ({
  id,
  paymentId: idOf(payment),
});

/** Takes money of a transfer back from the seller's balance at Stripe. */
export async function reverseTransfer(
  { stripe }: Client,
  reversal: { id: string; transferId: string; amount: number },
): Promise<{ id: string } | Refused> {
  try {
    const { id } = await stripe.transfers.createReversal(
      reversal.transferId,
      { amount: reversal.amount, metadata: { reversalId: reversal.id } },
      { idempotencyKey: `reversal-${reversal.id}` },
    );
    return { id };
  } catch (error) {
    return refusedBy(error);
  }
}

/** A reversal by our own id among those of a transfer, for a call whose key Stripe may have forgotten. */
export async function findReversal({ stripe }: Client, transferId: string, id: string): Promise<{ id: string } | null> {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 }))
    if (reversal.metadata?.reversalId === id) return { id: reversal.id };
  return null;
}
