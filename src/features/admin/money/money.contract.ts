import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { currencySchema } from '#kernel/numbers/money-schema.ts';

const reason = line('Reason', 500).refine((text) => text.length >= 3, 'Enter a reason of at least 3 characters.');

export const moneyDecisionInput = z
  .discriminatedUnion('act', [
    z.strictObject({ act: z.literal('confirm_opening'), currency: currencySchema, reason }),
    z.strictObject({ act: z.literal('book_as_own'), source: z.string().min(1).max(200), reason }),
    z.strictObject({ act: z.literal('stop_payouts'), reason }),
  ])
  .meta({ id: 'MoneyDecisionIn' });
export type MoneyDecision = z.output<typeof moneyDecisionInput>;
