import { readUpdatesShown } from '#features/notifications/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { replySchema, reviewInSchema } from '../contract.ts';
import { updatesOfReviews } from '../model/review.notices.ts';
import { replyToReview, writeReview } from './write-review.server.ts';

/** Viewing an order's page marks the notifications about its reviews as read. */
export function readReviewUpdates(platform: Platform, actor: Actor, orderId: string): Promise<void> {
  return readUpdatesShown(platform, actor.id, [updatesOfReviews(orderId)]);
}

/**
 * One of the two forms of an order's page. Throws a refusal whose errors name the form's own fields (`rating`, `text`;
 * `reply`).
 */
export async function actOnReview(
  platform: Platform,
  actor: Actor,
  orderId: string,
  intent: 'review' | 'reply',
  form: Record<string, string>,
): Promise<void> {
  if (intent === 'review') {
    const said = reviewInSchema.safeParse({
      rating: form.rating ? Number(form.rating) : undefined,
      text: form.text ?? '',
    });
    if (!said.success) throw invalid(fieldErrors(said.error.issues));
    await writeReview(platform, actor, orderId, said.data);
    return;
  }
  const said = replySchema.safeParse({ text: form.reply ?? '' });
  if (!said.success) throw invalid({ reply: fieldErrors(said.error.issues).text ?? 'Enter your reply.' });
  await replyToReview(platform, actor, form.reviewId ?? '', said.data.text);
}
