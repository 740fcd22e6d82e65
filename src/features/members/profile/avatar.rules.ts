/** The stored widths of a profile picture, all square. */
export const avatarWidths = [96, 192, 384] as const;
export const avatarBytes = 12 * 1024 * 1024;

export function avatarKey(id: string, width: number): string {
  return `avatars/${id}/${width}.webp`;
}

/** The address that a profile stores: of the middle width, which is sharp wherever a name is shown. */
export function avatarAddress(id: string): string {
  return `/${avatarKey(id, 192)}`;
}

/** The id in one of our addresses; null for none and for an external picture. */
export function avatarIdOf(address: string | null): string | null {
  return /^\/avatars\/([0-9a-z]{1,64})\/\d+\.webp$/.exec(address ?? '')?.[1] ?? null;
}
