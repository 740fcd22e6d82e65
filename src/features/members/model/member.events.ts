import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/**
 * Of each event here the subject is the member. They stand in this room, the leftmost, because rooms on both sides of
 * `entry` follow them.
 */

export const memberJoined = defineEvent('member.joined', z.object({}));

/** Someone signed up with an email of former accounts against which something may still run. */
export const memberJoinedAgain = defineEvent('member.joined-again', z.object({ formerIds: z.array(z.string()) }));

/** The deletion of an account was undone. */
export const memberReturned = defineEvent('member.returned', z.object({}));

/** What others see of a member, or what the member alone sees of the own account. */
export const profileChanged = defineEvent('profile.changed', z.object({}));

/** The address that opens the account is another one now. */
export const memberEmailChanged = defineEvent('member.email-changed', z.object({}));

/** A vacation is planned, changed, called off or over: when the member is away is other than before. */
export const vacationChanged = defineEvent('member.vacation-changed', z.object({}));

/** `by` is the operator's id, or `command line`. */
export const memberSuspended = defineEvent('member.suspended', z.object({ by: z.string(), reason: z.string() }));

export const memberRestored = defineEvent('member.restored', z.object({ by: z.string() }));

/** Nothing of the member is left but what others need. */
export const memberDeleted = defineEvent('member.deleted', z.object({}));
