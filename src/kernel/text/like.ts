/** A `like` pattern for texts that contain this one, with wildcards escaped and without NUL. */
export function likePart(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`;
}
