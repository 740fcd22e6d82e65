import * as z from 'zod';
import { pageQuery, pageSchema, wholeListSchema } from '#kernel/numbers/paging-schema.ts';

/** The codes of the catalogue's refusals. */
export const catalogueRefusals = { tierLimit: 'tier_limit' } as const;

/** The catalogue seen from outside: what a card, a set and a game look like on the wire. Browser-safe. */
export const cardSchema = z
  .object({
    id: z.string(),
    game: z.string(),
    setCode: z.string(),
    setName: z.string(),
    /** As printed. Null: the source gives none (promos, unnumbered sports cards). */
    number: z.string().nullable(),
    name: z.string(),
    rarity: z.string().nullable(),
    finishes: z.array(z.string()),
    variants: z.array(z.string()),
    setAbbr: z.string().nullable(),
    series: z.string().nullable(),
    /** A year or a date. */
    releaseDate: z.string().nullable(),
    /** The number after the slash. */
    printedTotal: z.number().int().nullable(),
    artist: z.string().nullable(),
    language: z.string(),
    externalId: z.string(),
    /** The card's drawing, made by this project. */
    artUrl: z.string(),
  })
  .meta({ id: 'Card' });
export type Card = z.infer<typeof cardSchema>;

export const cardDetailSchema = cardSchema
  .extend({
    gameName: z.string(),
    attributes: z.array(z.string()),
    printRun: z.number().int().nullable(),
    region: z.string().nullable(),
    releaseDateApprox: z.boolean(),
    /** The same printing elsewhere: `tcgplayer`, `cardmarket`, `passcode`, … */
    ids: z.record(z.string(), z.array(z.union([z.string(), z.number()]))),
    source: z.string(),
  })
  .meta({ id: 'CardDetail' });
export type CardDetail = z.infer<typeof cardDetailSchema>;

export const cardSetSchema = z
  .object({
    game: z.string(),
    setCode: z.string(),
    setAbbr: z.string().nullable(),
    setName: z.string(),
    series: z.string().nullable(),
    releaseDate: z.string().nullable(),
    releaseDateApprox: z.boolean(),
    printedTotal: z.number().int().nullable(),
    cards: z.number().int(),
    sport: z.string().nullable(),
    parallels: z.array(z.string()),
  })
  .meta({ id: 'CardSet' });
export type CardSet = z.infer<typeof cardSetSchema>;

export const gameSchema = z
  .object({ game: z.string(), name: z.string(), sets: z.number().int(), cards: z.number().int() })
  .meta({ id: 'Game' });
export type Game = z.infer<typeof gameSchema>;

const warningCodes = [
  'unknown_operator',
  'unknown_value',
  'unknown_seller',
  'premium_operator',
  'keyword_operator',
] as const;
/** What of a search looks like an operator and is searched as keywords, and why. */
export const searchWarningsSchema = z.array(
  z
    .object({
      code: z.enum(warningCodes),
      /** As it was typed, such as `set:`. */
      operator: z.string(),
      message: z.string(),
    })
    .meta({ id: 'SearchWarning' }),
);
export type SearchWarning = z.infer<typeof searchWarningsSchema>[number];

export const cardPageSchema = pageSchema(cardSchema)
  .extend({
    /** The query with its misspellings put right, when the answer is for that. */
    didYouMean: z.string().nullable(),
    warnings: searchWarningsSchema,
  })
  .meta({ id: 'CardPage' });
export type CardPage = z.infer<typeof cardPageSchema>;
const slug = z.string().max(200).optional();
/** What a search for cards takes. */
export const cardQuery = z.object({ q: z.string().optional(), game: slug, set: slug, ...pageQuery(20) });
export const setPageSchema = pageSchema(cardSetSchema).meta({ id: 'CardSetPage' });
export const gamePageSchema = wholeListSchema(gameSchema).meta({ id: 'GamePage' });
