import * as z from 'zod';
import { badCursorWords } from './paging.ts';

const limitWords = 'Enter a whole number from 1 to 100 as the limit.';

/** The query of a list: where to continue, and the page size. */
export const pageQuery = (limit: number) => ({
  cursor: z.string().max(500, badCursorWords).optional(),
  limit: z.coerce.number(limitWords).int(limitWords).min(1, limitWords).max(100, limitWords).default(limit),
});

/** The response of a list. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** For a short list with only one page. */
export const wholeListSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.null() });
