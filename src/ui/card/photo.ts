/** A stored picture, as the listings feature returns it. */
export interface PhotoSource {
  /** The largest size; smaller ones differ only in the number before the extension. */
  url: string;
  width: number;
  height: number;
  alt: string;
  /** The widths that exist; without them the one address serves all. */
  widths?: readonly number[];
  /** A ThumbHash in base64. */
  placeholder?: string | null;
}

/** `/photos/a/2000.webp` with widths 160 and 320 → `/photos/a/160.webp 160w, /photos/a/320.webp 320w`. */
export function photoSrcSet({ url, widths }: PhotoSource): string | undefined {
  const [, folder, kind] = /^(.*\/)\d+(\.\w+)$/.exec(url) ?? [];
  return widths?.length && folder ? widths.map((width) => `${folder}${width}${kind} ${width}w`).join(', ') : undefined;
}

/** Without widths that no screen would choose for a fixed size: the sharpest have three device pixels for a CSS one. */
function widthsFor({ widths = [] }: PhotoSource, sizes: string): readonly number[] {
  const [, pixels] = /^(\d+)px$/.exec(sizes) ?? [];
  const enough = pixels === undefined ? -1 : widths.findIndex((width) => width >= Number(pixels) * 3);
  return enough < 0 ? widths : widths.slice(0, enough + 1);
}

function photoAt(url: string, width: number): string {
  return url.replace(/\/\d+(\.\w+)$/, `/${width}$1`);
}

/**
 * The addresses of a photo for an `img` of these `sizes`: the one for browsers that choose none, and those to choose
 * from.
 */
export function photoAddresses(photo: PhotoSource, sizes: string): { src: string; srcSet: string | undefined } {
  const widths = widthsFor(photo, sizes);
  const middle = widths.find((width) => width >= 640) ?? widths.at(-1);
  return {
    src: middle ? photoAt(photo.url, middle) : photo.url,
    srcSet: widths.length > 1 ? photoSrcSet({ ...photo, widths }) : undefined,
  };
}

/** The bytes of a ThumbHash; null for invalid base64. */
export function hashLetters(base64: string): string | null {
  try {
    const characters = atob(base64);
    return characters.length < 5 ? null : characters;
  } catch {
    return null;
  }
}

/**
 * The picture's average colour: enough behind a tile, and a few bytes in the page where a blurred picture would be
 * thousands. It is in the hash's first three bytes; pages of tiles don't load the 1.5 kB library that reads the rest.
 */
export function placeholderColour(hash: string | null | undefined): string | undefined {
  const raw = hash ? hashLetters(hash) : null;
  if (!raw) return undefined;
  const header = raw.charCodeAt(0) | (raw.charCodeAt(1) << 8) | (raw.charCodeAt(2) << 16);
  const lightness = (header & 63) / 63;
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1;
  const redGreen = ((header >> 12) & 63) / 31.5 - 1;
  const blue = lightness - (2 / 3) * yellowBlue;
  const red = (3 * lightness - blue + redGreen) / 2;
  const part = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 255);
  return `rgb(${part(red)} ${part(red - redGreen)} ${part(blue)})`;
}
