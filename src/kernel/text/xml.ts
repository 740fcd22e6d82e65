import { escapeMarkup } from './escape-markup.ts';

/** A serialised element. Only `element` creates one, so that user input is never taken for markup. */
export interface Element {
  readonly markup: string;
}

/**
 * Serialises an element. Texts and attributes are escaped, and characters that XML does not allow are removed; names
 * must be our own.
 */
export function element(
  name: string,
  content: string | readonly Element[],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  const inner = typeof content === 'string' ? escapeMarkup(content) : content.map(({ markup }) => markup).join('');
  return { markup: `<${name}${pairs.join('')}>${inner}</${name}>` };
}

/** The whole document, in UTF-8. */
export const xmlDocument = ({ markup }: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${markup}`;
