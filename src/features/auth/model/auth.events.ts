import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** Changes of a member's sign-in methods. Each subject is the member; only their emails subscribe. */

const nothing = z.object({});

export const passwordChanged = defineEvent('member.password-changed', nothing);
export const passwordAdded = defineEvent('member.password-added', nothing);
export const googleLinked = defineEvent('member.google-linked', nothing);
export const googleUnlinked = defineEvent('member.google-unlinked', nothing);
export const passkeyAdded = defineEvent('member.passkey-added', nothing);
export const passkeyRemoved = defineEvent('member.passkey-removed', nothing);
export const secondFactorOn = defineEvent('member.second-factor-on', nothing);
export const secondFactorOff = defineEvent('member.second-factor-off', nothing);
export const recoveryCodesRenewed = defineEvent('member.recovery-codes-renewed', nothing);
/** `left`: the remaining codes. */
export const recoveryCodeUsed = defineEvent('member.recovery-code-used', z.object({ left: z.int() }));
export const secondStepFailed = defineEvent('member.second-step-failed', nothing);
export const factorsReset = defineEvent('member.factors-reset', nothing);
