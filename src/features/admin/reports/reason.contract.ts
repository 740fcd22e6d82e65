import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { ruleField } from '#features/moderation/contract.ts';

export const reasonInput = z.strictObject({
  reason: line('Reason', 500).refine((text) => text.length >= 3, 'Say why, in a few words.'),
});

/** A suspension: a decision, so it names its rule. */
export const suspensionInput = reasonInput.extend({ rule: ruleField.default('honest') }).meta({ id: 'SuspensionIn' });
