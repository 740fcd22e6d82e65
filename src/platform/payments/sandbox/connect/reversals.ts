import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import { recordEvent } from '../courier.ts';
import { badParam, noSuch } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { objectId, type StripeObject, seconds } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { metadata, readParams, whole } from '../params.ts';
import { findObject, type Queryable, saveObjects } from '../store.ts';
import type { Transfer } from './connect-objects.ts';
import { lockBalance, movementOf, sumsOf } from './movements.ts';
import { tooLittle } from './transfers.ts';

const createParams = z.strictObject({
  amount: whole.min(1).optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand: z.array(z.string()).optional(),
});

/** `POST /v1/transfers/{id}/reversals`: takes money back, as far as the connected account has it. */
export async function createReversal(
  db: Queryable,
  clock: Clock,
  transferId: string,
  form: Form,
  fault: Faults['reversals'],
): Promise<StripeObject> {
  const params = readParams(createParams, form);
  const transfer = await findObject<Transfer>(db, 'transfer', transferId, true);
  if (!transfer) throw noSuch('transfer', transferId);
  const left = transfer.amount - transfer.amount_reversed;
  const amount = params.amount ?? left;
  if (left === 0) throw badParam('amount', `Transfer ${transferId} has already been fully reversed.`);
  if (amount > left)
    throw badParam('amount', `The reversal (${amount}) is greater than what is left of the transfer (${left}).`);
  const { currency, destination } = transfer;
  await lockBalance(db, destination);
  const now = seconds(clock.now());
  const { available, pending } = await sumsOf(db, destination, now);
  const has = (available.get(currency) ?? 0) + (pending.get(currency) ?? 0);
  if (fault === 'refuse' || has < amount) throw tooLittle();

  const id = objectId('trr');
  const refund = objectId('pyr');
  const line = { created: now, currency };
  const back = movementOf({ ...line, type: 'transfer_refund', amount, source: id });
  const taken = movementOf({
    ...line,
    type: 'payment_refund',
    amount: -amount,
    source: refund,
    account: destination,
  });
  const reversal: StripeObject = {
    id,
    object: 'transfer_reversal',
    created: now,
    amount,
    currency,
    transfer: transferId,
    balance_transaction: back.id,
    destination_payment_refund: refund,
    source_refund: null,
    metadata: params.metadata ?? {},
  };
  const reversed = transfer.amount_reversed + amount;
  const after: Transfer = { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount };
  await saveObjects(db, [back, taken, reversal, after]);
  await recordEvent(db, clock, 'transfer.reversed', after);
  return reversal;
}
