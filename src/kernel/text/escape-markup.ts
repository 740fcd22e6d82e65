import { withoutUnwritable } from './plain-text.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands in HTML or XML, between tags and in quoted attributes. What neither can hold is left out. */
export function escapeMarkup(text: string): string {
  return withoutUnwritable(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
