import * as z from 'zod';
import { lines } from '#features/members/contract.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { marketTextLength, marketTextNames } from './text.rules.ts';

/** Public API, browser-safe: the host's legal texts. */

export const textRefusals = {
  /** 409: the text is another version than the one that was read. */
  textChanged: 'text_changed',
} as const;

export const marketTextInput = z
  .strictObject({ text: lines('Text', marketTextLength), version: z.int().optional() })
  .meta({ id: 'MarketTextIn' });
export const marketTextSchema = z
  .object({ name: z.enum(marketTextNames), text: z.string(), version: z.int(), updatedAt: z.iso.datetime().nullable() })
  .meta({ id: 'MarketText' });
export type MarketText = z.output<typeof marketTextSchema>;
export const marketTextsSchema = wholeListSchema(marketTextSchema);
