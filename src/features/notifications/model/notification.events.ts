import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A member has a new entry. Its subject is the entry, its topic `user:MEMBER`. */
export const notificationCreated = defineEvent('notification.created', z.object({}));

/**
 * A number that waits for a member may be another than before. Its subject is the member, its topic `user:MEMBER`; it
 * has no version.
 */
export const countersChanged = defineEvent('counters.changed', z.object({}));
