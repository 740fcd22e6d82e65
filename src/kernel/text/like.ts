/**
 * A pattern of `like` for texts that contain this one as it stands: what would mean something else there is taken as
 * itself.
 */
export function likePart(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
