import { z } from '@hono/zod-openapi';
import { moneySchema } from '#kernel/numbers/money-schema.ts';

export const suggestionQuery = z.object({
  q: z.string({ error: 'Enter keywords in q.' }).max(200, 'Enter at most 200 characters in q.'),
});

/** What a search may mean, while it is typed. */
export const suggestionsSchema = z
  .object({
    cards: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        setName: z.string().nullable(),
        number: z.string().nullable(),
        artUrl: z.string().nullable(),
        /** How many copies are for sale. */
        copies: z.int(),
        /** The price of the copy that is cheapest with its shipping; null where none is for sale. */
        from: moneySchema.nullable(),
      }),
    ),
    sets: z.array(z.object({ game: z.string(), setCode: z.string(), setName: z.string(), cards: z.int() })),
    sellers: z.array(
      z.object({ id: z.string(), username: z.string(), avatarUrl: z.string().nullable(), forSale: z.int() }),
    ),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.output<typeof suggestionsSchema>;

/** Cards of one answer. */
const mostCards = 60;

export const cardOffersQuery = z.object({
  cards: z
    .string({ error: 'Enter card ids in cards, separated by commas.' })
    .max(2_000, 'Enter fewer card ids in cards.')
    .transform((ids) => [...new Set(ids.split(',').filter((id) => /^[\w-]+$/.test(id)))])
    .refine((ids) => ids.length <= mostCards, `Enter at most ${mostCards} card ids in cards.`),
});
export const cardOffersSchema = z
  .object({
    items: z.array(
      z.object({
        cardId: z.string(),
        /** The number of active listings. */
        count: z.int(),
        /** The lowest price, without shipping. */
        lowest: moneySchema,
      }),
    ),
  })
  .meta({ id: 'CardOffers' });
