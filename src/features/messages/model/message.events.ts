import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { messageSchema } from '../contract.ts';

/**
 * Something was said. Its subject is the message, its version the message's place in the thread; its topic is the
 * thread, whose two read the message itself.
 */
export const messageCreated = defineEvent('message.created', z.object({ message: messageSchema }));

/**
 * The side that was written to has answered for the first time. Its subject is the thread; no channel grants its
 * topics.
 */
export const threadAnswered = defineEvent('thread.answered', z.object({ memberId: z.string() }));

/** Something was reported; told to operators. Its subject is the report. */
export const reportFiled = defineEvent('report.filed', z.object({}));

/**
 * A member blocked another, or took it back: each of the two is shown other listings. Its subject is who did; no
 * channel grants its topics.
 */
export const blocksChanged = defineEvent('blocks.changed', z.object({}));

/** A device of one of the two has heard what was said up to here. Its subject is the thread. */
export const threadDelivered = defineEvent('thread.delivered', z.object({ memberId: z.string() }));

/** One of the two has seen the thread up to here. Its subject is the thread. */
export const threadRead = defineEvent('thread.read', z.object({ memberId: z.string(), readAt: z.iso.datetime() }));
