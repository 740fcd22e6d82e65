import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { ruleField } from '#features/moderation/contract.ts';

export const reasonInput = z.strictObject({
  reason: line('Reason', 500).refine((text) => text.length >= 3, 'Enter a reason of at least 3 characters.'),
});

/** A suspension: a decision, so it names its rule. */
export const suspensionInput = reasonInput.extend({ rule: ruleField.default('honest') }).meta({ id: 'SuspensionIn' });
