import { isValidElement, type ReactNode } from 'react';

export interface FaqEntry {
  id: string;
  question: string;
  answer: ReactNode;
}

export interface FaqGroup {
  id: string;
  title: string;
  entries: readonly FaqEntry[];
}

/** The words of an answer, for the search and for search engines. */
export function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(plainText).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  const text = plainText(node.props.children);
  return node.type === 'p' || node.type === 'li' ? `${text} ` : text;
}

/** The groups with the entries that hold every word of the query. */
export function findEntries(groups: readonly FaqGroup[], query: string): FaqGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (entry: FaqEntry) => {
    const text = `${entry.question} ${plainText(entry.answer)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(holds) }))
    .filter((group) => group.entries.length > 0);
}
