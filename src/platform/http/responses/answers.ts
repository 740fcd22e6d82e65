import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import type { ApiEnv } from '../requests/api.ts';

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });

/** An answer of a call: JSON of this shape, and what it means in words. */
export const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: content(schema),
});

/** What a call takes: JSON of this shape. */
export const body = <T extends z.ZodType>(schema: T, required = true) => ({ required, content: content(schema) });

/** What a call answers that has nothing to tell but that it was done. */
export const done = { success: true as const };
export const doneSchema = z.object({ success: z.literal(true) });
export const success = { 200: json(doneSchema, 'Done.') };

/**
 * How long a picture that a member or an operator can take away may be shown without asking again: five minutes,
 * browsers and proxies alike. After that the market is asked, and says 304 with no bytes while the picture is still
 * there.
 */
export const pictureCaching = 'public, max-age=300, must-revalidate';

/**
 * Nothing between the market and who asked keeps an answer of the API, unless the call itself says how it may be kept.
 */
export const keptByNobody = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
});
