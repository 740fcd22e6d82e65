import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';

/** A member appealed against a decision; notifies admins. Its subject is the decision. */
export const decisionAppealed = defineEvent('ruling.appealed', z.object({}));
