import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { messageSchema } from '../contract.ts';

/**
 * A new message. Subject: the message; version: its sequence number in the thread; topic: the thread, whose two members
 * load the message.
 */
export const messageCreated = defineEvent('message.created', z.object({ message: messageSchema }));

/** The side that was written to has answered for the first time. Subject: the thread; no channel grants its topics. */
export const threadAnswered = defineEvent('thread.answered', z.object({ memberId: z.string() }));

/** A new report, for admins. Subject: the report. */
export const reportFiled = defineEvent('report.filed', z.object({}));

/**
 * A member blocked or unblocked another: the visible listings of both change. Subject: the blocker; no channel grants
 * its topics.
 */
export const blocksChanged = defineEvent('blocks.changed', z.object({}));

/** A device of one of the two has received the messages up to this one. Subject: the thread. */
export const threadDelivered = defineEvent('thread.delivered', z.object({ memberId: z.string() }));

/** One of the two has read the thread up to this message. Subject: the thread. */
export const threadRead = defineEvent('thread.read', z.object({ memberId: z.string(), readAt: z.iso.datetime() }));
