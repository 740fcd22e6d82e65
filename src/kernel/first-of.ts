/** The beginning of a text, at most so many UTF-16 units: never half a character, which no page can show. */
export function firstOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
