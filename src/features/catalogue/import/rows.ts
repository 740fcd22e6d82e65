import * as z from 'zod';

// A file is NDJSON. Unknown fields are let through unread: a newer file of the same form may carry more.

// Control characters never belong in a name, and PostgreSQL cannot store NUL at all.
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'holds a control character');
/** Some sources name a file by the card's number and write `?` as `%3F`, which file names cannot contain. */
const collectorNumber = line(40).transform((number) =>
  number.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))),
);
const released = z.string().regex(/^\d{4}(-\d\d-\d\d)?$/, 'must be YYYY or YYYY-MM-DD');
const texts = z.array(line(200)).max(500);

const setFields = {
  game: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be lower-case letters, digits and hyphens'),
  setCode: line(160).refine(
    (code) => !/[?#%\\]|^\/|\/$|\/\/|(^|\/)\.\.?(\/|$)/.test(code),
    'cannot stand in an address',
  ),
  setAbbr: line(60).optional(),
  setName: line(200),
  series: line(120).optional(),
  releaseDate: released.optional(),
  releaseDateApprox: z.boolean().optional(),
  printedTotal: z.int().min(0).max(1_000_000).optional(),
  source: line(60),
};

export const cardRowSchema = z.object({
  ...setFields,
  externalId: line(200),
  number: collectorNumber.optional(),
  name: line(500),
  rarity: line(80).optional(),
  finishes: texts.optional(),
  variants: texts.optional(),
  attributes: texts.optional(),
  printRun: z.int().min(1).max(100_000_000).optional(),
  artist: line(200).optional(),
  language: line(10),
  region: line(20).optional(),
  ids: z.record(line(40), z.array(z.union([line(200), z.number()])).max(100)).optional(),
});
export type CardRow = z.infer<typeof cardRowSchema>;

export const setRowSchema = z.object({ ...setFields, sport: line(60).optional(), parallels: texts.optional() });
export type SetRow = z.infer<typeof setRowSchema>;

export type FileKind = 'cards' | 'sets';

/** A file holds cards or sets, never both; its first line determines which. */
export function kindOf(row: unknown): FileKind {
  return typeof row === 'object' && row !== null && 'externalId' in row ? 'cards' : 'sets';
}
