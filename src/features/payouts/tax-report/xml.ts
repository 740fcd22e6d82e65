/** An XML element: its name, its content as text or elements, and its attributes. */
export type XmlElement = readonly [name: string, content: string | readonly XmlElement[], attributes?: Attributes];
type Attributes = Readonly<Record<string, string>>;

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);

/** The element as an XML document in UTF-8. */
export const xmlDocument = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write([name, content, attributes = {}]: XmlElement, indent: string): string {
  const tag = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('')}`;
  if (typeof content === 'string') return `${indent}<${tag}>${escaped(content)}</${name}>\n`;
  return `${indent}<${tag}>\n${content.map((one) => write(one, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
