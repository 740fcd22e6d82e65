/**
 * What Markdown may become here: a tree of these and nothing else. It carries no HTML and no address that the page
 * would load.
 */
export type RichBlock =
  | { kind: 'paragraph' | 'heading'; of: RichPiece[] }
  | { kind: 'quote'; of: RichBlock[] }
  | { kind: 'list'; from: number | null; of: RichBlock[][] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

export type RichPiece =
  | string
  | { kind: 'strong' | 'emphasis'; of: RichPiece[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; to: string; of: RichPiece[] };

/** The words alone, in lines: for search engines and for wherever marks have no place. */
export function plainText(blocks: readonly RichBlock[]): string {
  return blocks.map(linesOf).filter(Boolean).join('\n');
}

function linesOf(block: RichBlock): string {
  switch (block.kind) {
    case 'rule':
      return '';
    case 'code':
      return block.text;
    case 'quote':
      return plainText(block.of);
    case 'list':
      return block.of.map(plainText).join('\n');
    default:
      return wordsOf(block.of);
  }
}

function wordsOf(pieces: readonly RichPiece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : wordsOf(piece.of)))
    .join('');
}
