import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/**
 * The subject of each event is the member. Events of auth are defined here, in the leftmost feature, because features
 * on both sides of auth subscribe to them.
 */

export const memberJoined = defineEvent('member.joined', z.object({}));

/** A member signed up with an email of deleted accounts that may have open restrictions. */
export const memberJoinedAgain = defineEvent('member.joined-again', z.object({ formerIds: z.array(z.string()) }));

/** The deletion of an account was undone. */
export const memberReturned = defineEvent('member.returned', z.object({}));

/** The public profile changed, or what the owner alone sees of the account. */
export const profileChanged = defineEvent('profile.changed', z.object({}));

/** The account's email address changed. */
export const memberEmailChanged = defineEvent('member.email-changed', z.object({}));

/** A vacation was planned, changed, cancelled or ended. */
export const vacationChanged = defineEvent('member.vacation-changed', z.object({}));

/** `by`: the admin's id, or `command line`. */
export const memberSuspended = defineEvent('member.suspended', z.object({ by: z.string(), reason: z.string() }));

export const memberRestored = defineEvent('member.restored', z.object({ by: z.string() }));

/** The member was erased, except for records that others need. */
export const memberDeleted = defineEvent('member.deleted', z.object({}));
