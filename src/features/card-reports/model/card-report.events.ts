import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A report came or was closed: the admins' queue changed. */
export const cardReported = defineEvent('card-report.changed', z.object({}));
