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

/** A PDF file as the answer of a call. */
export const pdfFile = {
  description: 'A PDF file with A4 pages.',
  content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
};

/** A CSV file as the answer of a call. */
export const csvFile = { description: 'A CSV file, UTF-8.', content: { 'text/csv': { schema: z.string() } } };

const fileTypes = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8', xml: 'application/xml; charset=utf-8' };

/** The headers of a file for one reader: a browser saves it under `name`, whose end says its type. */
export const fileHeaders = (name: `${string}.${keyof typeof fileTypes}`) => ({
  'content-type': fileTypes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof fileTypes],
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
});

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
