import * as z from 'zod';
import { formatNumber } from '#kernel/format.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';

/** A text that a member writes: trimmed, not empty, of displayable characters. */
export const words = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(max, `Enter at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, 'Remove the characters that can’t be shown.');
export const id = (missing: string) => z.string({ error: missing }).min(1, missing).max(64, missing);

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
