/** All square, so that the space on the page has a fixed size. */
export const adWidths = [96, 192] as const;

export function adPictureKey(picture: string, width: number): string {
  return `ads/${picture}/${width}.webp`;
}

/** The address of a picture in one of its widths. */
export function adPictureAddress(picture: string, width: (typeof adWidths)[number]): string {
  return `/ads/pictures/${picture}/${width}.webp`;
}
