import { Refusal } from '#kernel/refusal.ts';
import { isPictureError, type PictureProblem, pictureLimits } from './pictures.ts';

/** Maximum size of an uploaded photo. */
export const photoBytes = 15 * 1024 * 1024;

const sentences: Record<PictureProblem, string> = {
  unknown_kind: 'is not a photo that we can read. Use JPEG, PNG or WebP.',
  svg: 'is a drawing (SVG), not a photo. Use JPEG, PNG or WebP.',
  animated: 'is an animation. Use a photo that stands still.',
  too_many_pixels: `has more than ${pictureLimits.pixels / 1_000_000} megapixels. Make it smaller.`,
  damaged: 'is damaged or not complete. Save it again and retry.',
  hidden_content: 'holds something besides the photo. Save it again in a photo program and retry.',
  too_costly: 'could not be read in time. Save it again, smaller, and retry.',
};
const statuses: Record<PictureProblem, number> = {
  unknown_kind: 422,
  svg: 422,
  animated: 422,
  too_many_pixels: 413,
  damaged: 422,
  hidden_content: 422,
  too_costly: 422,
};

/** The refusal of a file (413 or 422); any other error is returned as it is. */
export function photoRefusal(error: unknown, fileName: string): unknown {
  return isPictureError(error) ? refused(fileName, sentences[error.problem], statuses[error.problem]) : error;
}

export function tooLargePhoto(fileName: string): Refusal {
  return refused(fileName, `is larger than ${photoBytes / 1024 / 1024} MB. Make it smaller.`, 413);
}

function refused(fileName: string, sentence: string, status: number): Refusal {
  const message = `“${shownName(fileName)}” ${sentence}`;
  return new Refusal(status, status === 413 ? 'photo_too_large' : 'photo_unreadable', message, {
    errors: { photos: message },
  });
}

/** A file name is user input: its last part, without invisible characters, and shortened. */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  if (clean === '') return 'The file';
  return clean.length <= 60 ? clean : `${clean.slice(0, 40)}…${clean.slice(-15)}`;
}
