/** The first `most` UTF-16 units of a text, without a half character at the end, which no page can render. */
export function firstOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
