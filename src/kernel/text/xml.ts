import { escapeMarkup } from './escape-markup.ts';

/** An element that is written; only `element` makes one, so that no text of a stranger is taken for one. */
export interface Element {
  readonly markup: string;
}

/**
 * Writes an element. Texts and attributes are escaped, and what XML cannot hold is left out of them; names are ours.
 */
export function element(
  name: string,
  content: string | readonly Element[],
  attributes: Readonly<Record<string, string>> = {},
): Element {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`);
  const inner = typeof content === 'string' ? escapeMarkup(content) : content.map(({ markup }) => markup).join('');
  return { markup: `<${name}${said.join('')}>${inner}</${name}>` };
}

/** The whole document, in UTF-8. */
export const xmlDocument = ({ markup }: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${markup}`;
