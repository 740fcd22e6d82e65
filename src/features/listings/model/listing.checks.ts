import type * as z from 'zod';
import type { Tier } from '#features/members/contract.ts';
import { tierDefinition } from '#features/tiers/contract.ts';
import { plural } from '#kernel/format.ts';
import type { Money } from '#kernel/numbers/money.ts';
import { invalid, Refusal } from '#kernel/refusal.ts';
import { fieldErrors } from '#platform/http/requests/api.ts';
import { listingRefusals } from '../contract.ts';
import { missingPhoto } from './listing.rules.ts';
import { descriptionSentence } from './state-sentences.ts';

/** What came from outside, as the schema reads it; each field that is wrong is named in words (422). */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/** Rules that join two facts, each as the refusal that a person reads. */
export function checkPhotoRule(price: Money, photoCount: number): void {
  const message = missingPhoto(price, photoCount);
  if (message === null) return;
  throw new Refusal(422, listingRefusals.photoRequired, message, {
    errors: { photos: message },
    coded: { code: listingRefusals.photoRequired, params: { currency: price.currency } },
  });
}

export function checkDescription(description: string | null | undefined, tier: Tier): void {
  const most = tierDefinition(tier).maxDescriptionLength;
  if (!description || description.length <= most) return;
  const params = { tier, most };
  throw invalid({ description: descriptionSentence(params) }, { coded: { code: 'description_too_long', params } });
}

/** More than what is held or sold already: a listing without a copy to sell would be live with nothing to buy. */
export function checkQuantity(quantity: number, taken: number): void {
  if (taken > 0 && quantity <= taken)
    throw invalid({
      quantity: plural(taken, {
        one: 'Enter a quantity above #. # copy is already sold or reserved.',
        other: 'Enter a quantity above #. # copies are already sold or reserved.',
      }),
    });
}
