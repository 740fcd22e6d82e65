import * as z from 'zod';
import { photoSchema } from '#features/listings/contract.ts';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';

export const problemPhotoSchema = z
  .object({
    id: z.string(),
    /**
     * The largest size; the others are `/photos/{id}/{width}.webp` for each of `widths`. Only for the two sides and
     * admins.
     */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
    widths: z.array(z.int()),
    /** A ThumbHash in base64, shown blurred while the photo loads. */
    placeholder: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ProblemPhoto' });
export type ProblemPhoto = z.output<typeof problemPhotoSchema>;
export const problemPhotosSchema = wholeListSchema(problemPhotoSchema);

/**
 * A reported problem in photos: the items as the listing showed them, with the seller's condition checks, and what the
 * buyer got.
 */
export const problemSchema = z
  .object({
    sold: z.array(photoSchema),
    checked: z.array(z.tuple([z.string(), z.string()])),
    got: z.array(problemPhotoSchema),
  })
  .meta({ id: 'ProblemInPhotos' });
export type ProblemInPhotos = z.output<typeof problemSchema>;
