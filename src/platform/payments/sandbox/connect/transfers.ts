import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { recordEvent } from '../courier.ts';
import { badParam, noSuch, StripeFault } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { type Charge, objectId, seconds } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { metadata, readParams, whole } from '../params.ts';
import { findObject, type Queryable, saveObjects } from '../store.ts';
import type { Account, Movement, Transfer } from './connect-objects.ts';
import { lockBalance, movementOf, sumsOf } from './movements.ts';
import { capabilityOf } from './requirements.ts';

const createParams = z.strictObject({
  amount: whole.min(1),
  currency: z
    .string()
    .length(3)
    .transform((code) => code.toLowerCase()),
  destination: z.string(),
  source_transaction: z.string().optional(),
  transfer_group: z.string().min(1).optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});
type Params = z.output<typeof createParams>;

export const tooLittle = () =>
  new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'You have insufficient available funds in your Stripe account.',
  });

/** `POST /v1/transfers`: from the platform's balance to a connected account. */
export async function createTransfer(
  db: Queryable,
  clock: Clock,
  form: Form,
  fault: Faults['transfers'],
): Promise<Transfer> {
  const params = readParams(createParams, form);
  await requireActive(db, params.destination, fault);
  await lockBalance(db, null);
  const now = seconds(clock.now());
  const source = params.source_transaction ? await checkedSource(db, params, params.source_transaction) : null;
  if (fault === 'short' || (!source && (await availableOf(db, params.currency, now)) < params.amount))
    throw tooLittle();

  const id = objectId('tr');
  const payment = objectId('py');
  const { amount, currency } = params;
  // The money of a payment is available to the seller when it is available to the platform.
  const line = { created: now, currency, ...(source && { availableOn: source.availableOn }) };
  const out = movementOf({ ...line, type: 'transfer', amount: -amount, source: id });
  const received = movementOf({ ...line, type: 'payment', amount, source: payment, account: params.destination });
  const transfer: Transfer = {
    id,
    object: 'transfer',
    created: now,
    amount,
    amount_reversed: 0,
    currency,
    destination: params.destination,
    destination_payment: payment,
    source_transaction: params.source_transaction ?? null,
    source_type: 'card',
    transfer_group: params.transfer_group ?? source?.group ?? null,
    balance_transaction: out.id,
    reversed: false,
    description: params.description ?? null,
    metadata: params.metadata ?? {},
    livemode: false,
  };
  await saveObjects(db, [out, received, transfer]);
  await recordEvent(db, clock, 'transfer.created', transfer);
  return transfer;
}

async function availableOf(db: Queryable, currency: string, now: number): Promise<number> {
  return (await sumsOf(db, null, now)).available.get(currency) ?? 0;
}

async function requireActive(db: Queryable, destination: string, fault: Faults['transfers']): Promise<void> {
  const account = await findObject<Account>(db, 'v2.core.account', destination, true);
  if (!account) throw noSuch('destination', destination, 'destination');
  if (fault === 'refuse' || account.sandbox.isClosed || capabilityOf(account).status !== 'active')
    throw new StripeFault(400, {
      type: 'invalid_request_error',
      code: 'insufficient_capabilities_for_transfer',
      message:
        'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    });
}

/** The payment that the money comes from: all its transfers together are at most its amount. */
async function checkedSource(db: Queryable, { currency, amount, transfer_group: group }: Params, id: string) {
  const charge = await findObject<Charge>(db, 'charge', id, true);
  if (!charge?.paid) throw noSuch('charge', id, 'source_transaction');
  if (charge.currency !== currency)
    throw badParam(
      'currency',
      `The currency of source_transaction's balance transaction (${charge.currency}) must be the same as the transfer currency (${currency})`,
    );
  if (group !== undefined && charge.transfer_group !== null && group !== charge.transfer_group)
    throw badParam('transfer_group', 'The transfer group must be that of the source transaction.');
  const { rows } = await db.query<{ sum: string }>(
    `select coalesce(sum((data ->> 'amount')::bigint - (data ->> 'amount_reversed')::bigint), 0) as sum
     from sandbox_stripe_object where object = 'transfer' and data ->> 'source_transaction' = $1`,
    [id],
  );
  const sent = Number(rows[0]?.sum ?? 0);
  if (sent + amount > charge.amount_captured)
    throw badParam(
      'amount',
      `Transfers using this transaction as a source must not exceed the source amount of ${charge.amount_captured}. (There are existing transfers using this source, amounting to ${sent}.)`,
    );
  const movement = charge.balance_transaction
    ? await findObject<Movement>(db, 'balance_transaction', charge.balance_transaction)
    : null;
  return { availableOn: movement?.available_on ?? charge.created, group: charge.transfer_group };
}
