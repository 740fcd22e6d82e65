import { thumbHashToDataURL } from 'thumbhash';
import { hashBytes } from './photo.ts';

/** The blurred picture as a CSS image, for `PhotoImg behind` of the one large picture of a page. Apart, so that tiles don't carry the decoder. */
export function placeholderPicture(hash: string | null | undefined): string | undefined {
  const raw = hash ? hashBytes(hash) : null;
  if (!raw) return undefined;
  try {
    return `url(${thumbHashToDataURL(raw)})`;
  } catch {
    return undefined;
  }
}
