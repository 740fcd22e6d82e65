import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { frequencies } from '#kernel/how-often.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { alertLimits } from './words.ts';

/** Error codes of this feature beyond the common ones. */
export const alertRefusals = {
  /** 403: more saved searches than the tier allows, or an advanced search without a tier that has it. */
  tierLimit: 'tier_limit',
  /** 409: more followed sellers than the limit. */
  tooManyFollowed: 'too_many_followed',
} as const;

const frequencySchema = z.enum(frequencies, 'Use now, daily or weekly.');

export const saveSearchSchema = z
  .strictObject({
    name: z
      .string({ error: 'Enter a name for the search.' })
      .trim()
      .min(1, 'Enter a name for the search.')
      .max(alertLimits.name, `Enter at most ${alertLimits.name} characters.`)
      .refine(isPlainLine, 'Remove the characters that can’t be shown.'),
    query: z
      .string({ error: 'Enter a search.' })
      .max(alertLimits.query, `Enter at most ${formatNumber(alertLimits.query)} characters.`)
      .refine(isPlainLine, 'Remove the characters that can’t be read.'),
    frequency: frequencySchema.optional(),
  })
  .meta({ id: 'SavedSearchIn' });
export type SaveSearchInput = z.output<typeof saveSearchSchema>;

export const howOftenSchema = z.strictObject({ frequency: frequencySchema }).meta({ id: 'AlertFrequency' });
/** A new frequency, and a new name where one is sent. */
export const changeSearchSchema = howOftenSchema
  .extend({ name: saveSearchSchema.shape.name.optional() })
  .meta({ id: 'SavedSearchChange' });
export const followSchema = howOftenSchema.partial().meta({ id: 'FollowIn' });

export const savedSearchSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The query string of the browse page, without the question mark. */
    query: z.string(),
    frequency: frequencySchema,
    /**
     * True beyond the tier's number of searches, or in advanced language without a tier that has it: it sends no
     * alerts. The newest stay active.
     */
    isPaused: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedSearch' });
export type SavedSearch = z.output<typeof savedSearchSchema>;
export const savedSearchesSchema = wholeListSchema(savedSearchSchema);

export const followedSchema = z
  .object({
    memberId: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable(),
    frequency: frequencySchema,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'FollowedSeller' });
export type Followed = z.output<typeof followedSchema>;
export const followedListSchema = wholeListSchema(followedSchema);
