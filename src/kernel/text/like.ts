/** A `like` pattern for texts that contain this one, with wildcards escaped. */
export function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
