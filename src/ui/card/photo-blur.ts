import { thumbHashToDataURL } from 'thumbhash';
import { hashLetters } from './photo.ts';

/**
 * The blurred picture as a CSS image, for `PhotoImg behind` of the one large picture of a page. A file without tiles,
 * so that those don't load the decoder.
 */
export function placeholderPicture(hash: string | null | undefined): string | undefined {
  const raw = hash ? hashLetters(hash) : null;
  if (!raw) return undefined;
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(raw, (character) => character.charCodeAt(0)))})`;
  } catch {
    return undefined;
  }
}
