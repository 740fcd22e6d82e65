import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A member has a new entry. Subject: the entry. Topic: `user:MEMBER`. */
export const notificationCreated = defineEvent('notification.created', z.object({}));

/** A counter of the member may have changed. Subject: the member. Topic: `user:MEMBER`. It has no version. */
export const countersChanged = defineEvent('counters.changed', z.object({}));
