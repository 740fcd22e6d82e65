import { Refusal } from '#kernel/refusal.ts';
import { isPictureError, type PictureProblem, pictureLimits } from './pictures.ts';

/** Maximum size of an uploaded photo. */
export const photoBytes = 15 * 1024 * 1024;

const sentences: Record<PictureProblem, (file: string) => string> = {
  unknown_kind: (file) => `“${file}” isn’t a supported photo. Use JPEG, PNG or WebP.`,
  svg: (file) => `“${file}” is an SVG file. Use JPEG, PNG or WebP.`,
  animated: (file) => `“${file}” is animated. Use a still photo.`,
  too_many_pixels: (file) =>
    `“${file}” has more than ${pictureLimits.pixels / 1_000_000} megapixels. Use a smaller photo.`,
  damaged: (file) => `“${file}” is damaged or incomplete. Save it again, then upload it.`,
  hidden_content: (file) => `“${file}” contains hidden data. Export it again from a photo app, then upload it.`,
  too_costly: (file) => `“${file}” took too long to process. Save it in a smaller size, then upload it.`,
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
  return isPictureError(error)
    ? refused(sentences[error.problem](shownName(fileName)), statuses[error.problem])
    : error;
}

export function tooLargePhoto(fileName: string): Refusal {
  return refused(`“${shownName(fileName)}” is larger than ${photoBytes / 1024 / 1024} MB. Use a smaller file.`, 413);
}

function refused(message: string, status: number): Refusal {
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
