/** In pixels; it is shown at most half as wide, so that it is sharp on dense screens. */
export const logoWidth = 320;
/** The largest upload. */
export const logoBytes = 4 * 1024 * 1024;

export function logoKey(id: string): string {
  return `brand/${id}.png`;
}

/** The path of the logo as it is now; an email keeps it. */
export const logoPath = '/brand/logo.png';

/** The path of this logo, which a browser may keep. */
export function logoAddress(id: string): string {
  return `${logoPath}?v=${id}`;
}
