import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';

/** A text that a member writes: trimmed, not empty, of displayable characters. */
export const words = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .trim()
    .min(1, `${label} must not be empty.`)
    .max(max, `${label} can have at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, `${label} has characters that can’t be shown.`);
export const id = (label: string) =>
  z
    .string({ error: `Enter the ID of the ${label}.` })
    .min(1, `Enter the ID of the ${label}.`)
    .max(64, `The ID of the ${label} isn’t valid.`);

export const messagePhotoSchema = z
  .object({
    id: z.string(),
    /**
     * The largest size; the others are `/photos/{id}/{width}.webp` for each of `widths`. Only the thread's two members
     * may read it.
     */
    url: z.string(),
    width: z.int(),
    height: z.int(),
    alt: z.string(),
    widths: z.array(z.int()),
    /** A ThumbHash in base64, rendered blurred while the photo loads. */
    placeholder: z.string(),
  })
  .meta({ id: 'MessagePhoto' });
