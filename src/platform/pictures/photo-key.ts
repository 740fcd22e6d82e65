/** The key of a member's photo in the store, in one of its widths. */
export function photoKey(photoId: string, width: number): string {
  return `photos/${photoId}/${width}.webp`;
}
