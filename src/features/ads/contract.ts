import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { pageQuery, pageSchema } from '#kernel/numbers/paging-schema.ts';
import { linkSentence, readLink } from './model/link.rules.ts';

export { linkSentence, readLink } from './model/link.rules.ts';

/**
 * Error codes of this feature beyond `invalid` (422), `not_found` (404), `not_signed_in` (401) and `not_allowed` (403).
 */
export const adRefusals = {
  /** 409: the limit of running and future ads is reached. */
  tooMany: 'ad_quota',
} as const;

const adLimits = { text: 120, weight: 100 } as const;

const moment = z.iso
  .datetime({ error: 'Enter a date and time, for example 2026-12-01T00:00:00Z.' })
  .transform((text) => new Date(text));
const weightSentence = `Enter a whole number from 1 to ${adLimits.weight} as the weight.`;

const fields = {
  text: line('Text', adLimits.text).refine((text) => text !== '', 'Enter the text of the ad.'),
  link: z.string({ error: linkSentence }).transform((typed, context) => {
    const link = readLink(typed.trim());
    if (link !== null) return link;
    context.addIssue({ code: 'custom', message: linkSentence });
    return z.NEVER;
  }),
  from: moment,
  to: moment,
  weight: z.int({ error: weightSentence }).min(1, weightSentence).max(adLimits.weight, weightSentence),
};

/** An admin's input. The order of its times is checked where both are known. */
export const adInSchema = z.strictObject(fields).meta({ id: 'AdIn' });
export const adChangeSchema = adInSchema.partial().meta({ id: 'AdChange' });
export type AdIn = z.output<typeof adInSchema>;
export type AdChange = z.output<typeof adChangeSchema>;

const adStates = ['waiting', 'running', 'ended'] as const;

export const adSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    link: z.string(),
    picture: z.string().nullable().describe('URL of the image, or null.'),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    weight: z.int(),
    state: z.enum(adStates),
    shown: z.int().describe('Total views.'),
    pressed: z.int().describe('Total clicks.'),
  })
  .meta({ id: 'Ad' });
export type Ad = z.output<typeof adSchema>;

export const adFactsSchema = adSchema
  .extend({
    days: z
      .array(z.object({ day: z.iso.date(), shown: z.int(), pressed: z.int() }))
      .describe('The last 90 days with views or clicks, newest first.'),
  })
  .meta({ id: 'AdWithDays' });
export type AdFacts = z.output<typeof adFactsSchema>;

export const listAdsSchema = z.object(pageQuery(50));
export type ListAds = z.output<typeof listAdsSchema>;
export const adPageSchema = pageSchema(adSchema).meta({ id: 'AdPage' });
export type AdPage = z.output<typeof adPageSchema>;

/** An ad as a page shows it. */
export interface PlacedAd {
  id: string;
  text: string;
  /** The host of its link; null for a page of the app. */
  host: string | null;
  picture: string | null;
}
