import * as z from 'zod';
import { badCursorWords } from './paging.ts';

const limitWords = 'The limit must be a whole number from 1 to 100.';

/** What a call that lists takes: where to go on, and how many at most. */
export const pageQuery = (limit: number) => ({
  cursor: z.string().max(500, badCursorWords).optional(),
  limit: z.coerce.number(limitWords).int(limitWords).min(1, limitWords).max(100, limitWords).default(limit),
});

/** What it answers. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** For a list so short that all of it is its first page. */
export const wholeListSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.null() });
