import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';

/**
 * Refusals of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401) and `not_allowed` (403).
 */
export const reviewRefusals = {
  /** 409: the order was never delivered. */
  notDelivered: 'not_delivered',
  /** 409: the time to write, to change or to answer is over. */
  reviewClosed: 'review_closed',
  /** 409: it is hidden already, or not hidden. */
  wrongState: 'wrong_state',
} as const;

export const reviewLimits = { text: 2_000, reply: 1_000 } as const;

const words = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .max(max, `Enter at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, 'Remove the characters that can’t be shown.');

export const reviewInSchema = z
  .strictObject({
    rating: z.int({ error: 'Choose 1 to 5 stars.' }).min(1, 'Choose 1 to 5 stars.').max(5, 'Choose 1 to 5 stars.'),
    text: words('Enter your review.', reviewLimits.text)
      .transform((text) => text || null)
      .nullable()
      .optional(),
  })
  .meta({ id: 'ReviewIn' });
export const replySchema = z
  .strictObject({ text: words('Enter your reply.', reviewLimits.reply).min(1, 'Enter your reply.') })
  .meta({ id: 'ReviewReplyIn' });

export const reviewSchema = z
  .object({
    id: z.string(),
    orderId: z.string().nullable().describe('Only for the buyer and the seller of the order.'),
    author: z.object({ id: z.string(), username: z.string() }),
    memberId: z.string(),
    rating: z.int(),
    text: z.string().nullable(),
    reply: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
    /** Whether it is part of the average. */
    counts: z.boolean(),
    shownAt: z.iso.datetime().nullable(),
    /** When it is shown at the latest. */
    showsAt: z.iso.datetime(),
    createdAt: z.iso.datetime(),
    /** Why an admin has hidden it; shown to its author, the only member who can still read it. */
    hidden: z.object({ reason: z.string() }).nullable(),
  })
  .meta({ id: 'Review' });
export const listReviewsSchema = z.object(pageQuery(20));
export const reviewPageSchema = pageSchema(reviewSchema).meta({ id: 'ReviewPage' });

/** A review that is shown, or was, as admins see it. */
export const lookedAtReviewSchema = z.object({
  id: z.string(),
  orderId: z.string(),
  authorId: z.string(),
  memberId: z.string(),
  rating: z.int(),
  text: z.string().nullable(),
  reply: z.string().nullable(),
  counts: z.boolean(),
  shownAt: z.iso.datetime().nullable(),
  hidden: z.object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string() }).nullable(),
});
export type InspectedReview = z.output<typeof lookedAtReviewSchema>;

export type ReviewIn = z.output<typeof reviewInSchema>;
export type Review = z.output<typeof reviewSchema>;
export type ReviewPage = z.output<typeof reviewPageSchema>;
