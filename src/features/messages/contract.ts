import * as z from 'zod';
import { pageQuery, pageSchema, wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { cardKinds, messageLimits, messageMarks, threadSubjectKinds } from './model/message.rules.ts';
import { id, messagePhotoSchema, words } from './model/message-parts.ts';

export * from './model/report.contract.ts';
export { messagePhotoSchema };

/**
 * Refusal codes of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401), `not_allowed` (403)
 * and `too_many_requests` (429).
 */
export const messageRefusals = {
  /** 403: one of the two has blocked the other; the answer does not say which. */
  blocked: 'blocked',
  /** 409: the other member has left or is suspended: the thread stays readable, no new message is accepted. */
  notReachable: 'not_reachable',
  /** 409: the member has reached the limit of photos without a message. */
  photoQuota: 'photo_quota',
  /** 413 or 422: a picture is refused; `errors.photos` names the file. */
  photoTooLarge: 'photo_too_large',
  photoUnreadable: 'photo_unreadable',
} as const;

/** The block between two members, as one of them sees it: their own, or one by the other that is not named. */
export type BlockSide = 'mine' | 'other';

/** Chosen by the sender, as an idempotency key: two messages of theirs with one id in a thread are one message. */
const clientId = z
  .string({ error: 'Enter a clientId or leave it out.' })
  .min(1, 'Enter a clientId or leave it out.')
  .max(64, 'Enter a clientId of at most 64 characters.')
  .regex(/^[\x21-\x7e]+$/, 'Use only ASCII letters, digits and symbols, without spaces.');

/** Text, photos that were uploaded to the thread before, or both. */
export const sendMessageSchema = z
  .strictObject({
    text: z.union([z.literal(''), words(messageLimits.textLength, 'Enter a message.')]).optional(),
    photos: z
      .array(id('Enter the ID of the photo.'))
      .max(messageLimits.photos, `Add at most ${messageLimits.photos} photos.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Include each photo once.')
      .optional(),
    clientId: clientId.optional(),
  })
  .refine(({ text = '', photos = [] }) => text.trim() !== '' || photos.length > 0, {
    path: ['text'],
    message: 'Enter a message.',
  })
  .meta({ id: 'MessageIn' });

/** About a listing, an order or a wanted post, or, without any, just the two. */
export const openThreadSchema = z
  .strictObject({
    recipientId: id('Enter the ID of the member.'),
    listingId: id('Enter the ID of the listing.').optional(),
    orderId: id('Enter the ID of the order.').optional(),
    wantedId: id('Enter the ID of the wanted post.').optional(),
    text: words(messageLimits.textLength, 'Enter a message.'),
    clientId: clientId.optional(),
  })
  .refine(
    ({ listingId, orderId, wantedId }) =>
      [listingId, orderId, wantedId].filter((named) => named !== undefined).length <= 1,
    {
      path: ['orderId'],
      message: 'Use only one of listingId, orderId and wantedId.',
    },
  )
  .meta({ id: 'ThreadIn' });

export const listThreadsSchema = z.object({
  q: z.string().max(100, 'Enter at most 100 characters.').optional(),
  /** Only threads with unread messages. */
  unread: z.enum(['true'], { error: 'Use true or leave it out.' }).optional(),
  ...pageQuery(20),
});
export const listMessagesSchema = z.object(pageQuery(50));
export const blockSchema = z
  .strictObject({ reason: words(messageLimits.reasonLength, 'Enter a reason.').optional() })
  .meta({ id: 'BlockIn' });
/** Photos without a message yet, in the order of the form. */
export const sentPhotosSchema = z
  .object({ ids: z.array(z.string()), photos: z.array(messagePhotoSchema) })
  .meta({ id: 'SentPhotos' });

export const messageSchema = z
  .object({
    id: z.string(),
    threadId: z.string(),
    senderId: z.string(),
    text: z.string(),
    photos: z.array(messagePhotoSchema),
    /** The event that the message carries: shown as a card in place of its text. */
    card: z.object({ kind: z.enum(cardKinds), id: z.string() }).nullable(),
    /** Warnings: the text has a postal address, a phone number, or a payment outside the marketplace. */
    marks: z.array(z.enum(messageMarks)),
    clientId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** Whether a device of the recipient has received it. */
    delivered: z.boolean(),
    /** When the recipient has read it. */
    readAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Message' });

export const threadSchema = z
  .object({
    id: z.string(),
    /** `member`: no subject; the id is the other member's. */
    subject: z.object({ kind: z.enum(threadSubjectKinds), id: z.string() }),
    /** By member. A deleted one is "Deleted member". */
    participants: z.record(z.string(), z.object({ username: z.string(), avatarUrl: z.string().nullable() })),
    /**
     * `{[my id]: true}` when I have deleted the thread and it has no message since; else empty. The other member's
     * deletion is not disclosed.
     */
    deletedBy: z.record(z.string(), z.literal(true)),
    /** Null when the viewer has deleted the thread and it has no message since. */
    lastMessage: z
      .object({
        id: z.string(),
        text: z.string(),
        senderId: z.string(),
        receiverId: z.string(),
        read: z.boolean(),
        createdAt: z.iso.datetime(),
      })
      .nullable(),
    /** How many messages of the other member I have not read. */
    unread: z.int().min(0),
    /** An unread message is from a premium member: the thread is listed before the others. */
    priority: z.boolean(),
    /** I have blocked the other member. */
    blockedByMe: z.boolean(),
  })
  .meta({ id: 'Thread' });
/** The thread that was opened or continued, and its new message. */
export const openedThreadSchema = threadSchema.extend({ message: messageSchema }).meta({ id: 'OpenedThread' });
export const threadPageSchema = pageSchema(threadSchema).meta({ id: 'ThreadPage' });
/** Newest first. */
export const messagePageSchema = pageSchema(messageSchema).meta({ id: 'MessagePage' });
export const blockListSchema = wholeListSchema(
  z.object({
    memberId: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable(),
    reason: z.string().nullable(),
    createdAt: z.iso.datetime(),
  }),
).meta({ id: 'Blocks' });

export type SendMessageInput = z.output<typeof sendMessageSchema>;
export type OpenThreadInput = z.output<typeof openThreadSchema>;
export type ListThreadsInput = z.output<typeof listThreadsSchema>;
export type ListMessagesInput = z.output<typeof listMessagesSchema>;
export type MessagePhoto = z.output<typeof messagePhotoSchema>;
export type SentPhotos = z.output<typeof sentPhotosSchema>;
export type Message = z.output<typeof messageSchema>;
export type Thread = z.output<typeof threadSchema>;
export type ThreadPage = z.output<typeof threadPageSchema>;
export type MessagePage = z.output<typeof messagePageSchema>;
export type BlockList = z.output<typeof blockListSchema>;
