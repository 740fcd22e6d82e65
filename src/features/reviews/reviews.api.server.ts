import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { notFound } from '#kernel/refusal.ts';
import { callerOf } from '#platform/http/costly-reads.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { listReviewsSchema, replySchema, reviewInSchema, reviewPageSchema, reviewSchema } from './contract.ts';
import { getReview, listReviewsOf } from './reviews.queries.server.ts';
import { readSharePicture } from './share/share-picture.server.ts';
import { reviewDeadlines } from './words.ts';
import { replyToReview, writeReview } from './write/write-review.server.ts';

const tags = ['Reviews'];
const params = z.object({ id: z.string() });

export function addReviewsApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/profiles/{id}/reviews',
    tags,
    summary: 'Lists the reviews about a member, newest first.',
    request: { params, query: listReviewsSchema },
    responses: { 200: json(reviewPageSchema, 'A page of reviews.'), ...refusals(404, 422) },
  });
  api.openapi(list, async (c) => {
    const page = await listReviewsOf(
      platform.db,
      c.get('actor')?.id ?? null,
      c.req.valid('param').id,
      c.req.valid('query'),
    );
    return c.json(reviewPageSchema.parse(page), 200);
  });

  const share = createRoute({
    method: 'get',
    path: '/og/members/{file}',
    tags,
    summary: 'Returns the share image of a member’s page as WebP, 1200 × 630 pixels.',
    request: { params: z.object({ file: z.string() }) },
    responses: {
      200: {
        description: 'The image.',
        content: { 'image/webp': { schema: z.string().meta({ format: 'binary' }) } },
      },
      ...refusals(404, 429, 503),
    },
  });
  api.openapi(share, async (c) => {
    const id = /^([0-9a-z]+)\.webp$/.exec(c.req.valid('param').file)?.[1];
    if (!id) throw notFound('We couldn’t find this image.');
    const picture = await readSharePicture(platform, callerOf(c, platform), id);
    return c.body(picture, 200, {
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  const make = createRoute({
    method: 'post',
    path: '/api/orders/{id}/review',
    tags,
    summary: `Submits a review after delivery, or changes it within ${reviewDeadlines.editWithin} while it isn’t shown. Reviews are shown when both are submitted, or after ${reviewDeadlines.showAfter}.`,
    request: { params, body: body(reviewInSchema) },
    responses: { 201: json(reviewSchema, 'Your review.'), ...refusals(400, 401, 404, 409, 422) },
  });
  api.openapi(make, async (c) => {
    const actor = requireActor(c);
    const id = await writeReview(platform, actor, c.req.valid('param').id, c.req.valid('json'));
    return c.json(reviewSchema.parse(await getReview(platform.db, actor.id, id)), 201);
  });

  const reply = createRoute({
    method: 'post',
    path: '/api/reviews/{id}/reply',
    tags,
    summary: 'Replies once to a review about you.',
    request: { params, body: body(replySchema) },
    responses: { 201: json(reviewSchema, 'The review with its reply.'), ...refusals(400, 401, 403, 404, 409, 422) },
  });
  api.openapi(reply, async (c) => {
    const actor = requireActor(c);
    const { id } = c.req.valid('param');
    await replyToReview(platform, actor, id, c.req.valid('json').text);
    return c.json(reviewSchema.parse(await getReview(platform.db, actor.id, id)), 201);
  });
}
