import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import type { ApiEnv } from '../requests/api.ts';

const content = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });

/** A JSON answer of this shape with its description. */
export const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: content(schema),
});

/** A JSON request body of this shape. */
export const body = <T extends z.ZodType>(schema: T, required = true) => ({ required, content: content(schema) });

/** The answer of a call without a result. */
export const done = { success: true as const };
export const doneSchema = z.object({ success: z.literal(true) });
export const success = { 200: json(doneSchema, 'Done.') };

/**
 * Caching of a picture that a member or an admin can remove: five minutes in browsers and proxies, then revalidated
 * with 304 while the picture exists.
 */
export const pictureCaching = 'public, max-age=300, must-revalidate';

/** API answers are not cached unless the call sets its own `cache-control`. */
export const noStoreByDefault = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
});
