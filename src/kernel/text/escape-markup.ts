import { withoutUnwritable } from './plain-text.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML or XML, between tags and in quoted attributes. Characters that neither allows are removed. */
export function escapeMarkup(text: string): string {
  return withoutUnwritable(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
