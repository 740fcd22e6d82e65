/** The reader of a text. */
export const textReaders = ['reporter', 'reported'] as const;

/** The placeholders of a text. */
export const placeholders = {
  member: 'Name of the recipient',
  thing: 'Reported content, as the recipient reads it',
  reason: 'Reason of the report',
  days: 'Days to appeal',
} as const;
export type Placeholder = keyof typeof placeholders;

const inText = /\{([^{}\n]*)\}/g;

/** The first unknown placeholder of a text; null where there is none. */
export function unknownPlaceholder(text: string): string | null {
  for (const [written, name] of text.matchAll(inText)) if (!Object.hasOwn(placeholders, name ?? '')) return written;
  return null;
}

/** The text with the facts of a case. */
export function fillText(text: string, facts: Readonly<Record<Placeholder, string>>): string {
  return text.replace(inText, (written, name: string) =>
    Object.hasOwn(placeholders, name) ? facts[name as Placeholder] : written,
  );
}
