import type { SearchTree } from './search-tree.ts';

/** A search in the words that read back as the same: what a form writes. */
export function printSearch(tree: SearchTree): string {
  switch (tree.kind) {
    case 'words':
      return tree.isPhrase ? `"${tree.text}"` : tree.text;
    case 'term':
      return `${tree.key}${tree.comparison}${tree.values.map(printValue).join(',')}`;
    case 'not':
      return `-${inside(tree.of)}`;
    case 'and':
      return tree.of.map((part) => (part.kind === 'or' ? `(${printSearch(part)})` : printSearch(part))).join(' ');
    case 'or':
      return tree.of.map(printSearch).join(' or ');
  }
}

function inside(tree: SearchTree): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${printSearch(tree)})` : printSearch(tree);
}

function printValue(value: string): string {
  return /[\s"(),]/.test(value) ? `"${value}"` : value;
}
