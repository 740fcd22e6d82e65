import { Fragment, type ReactNode } from 'react';
import type { RichBlock, RichPiece } from './rich-text.ts';

export interface RichTextProps {
  blocks: readonly RichBlock[];
  /** How an address is shown: the page decides whether it leads anywhere. */
  link(to: string, words: ReactNode): ReactNode;
}

/** Formatted words of a member. React writes each of them as text; no string of HTML is ever made. */
export default function RichText({ blocks, link }: RichTextProps) {
  return (
    <div className="rich" dir="auto">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Fragment key={at}>{drawBlock(block, link)}</Fragment>
      ))}
    </div>
  );
}

type DrawLink = RichTextProps['link'];

function drawBlock(block: RichBlock, link: DrawLink): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{drawPieces(block.of, link)}</p>;
    // All of one level: a text within a page can't know the headings above it, and a skipped level misleads readers who
    // navigate by headings.
    case 'heading':
      return <h3>{drawPieces(block.of, link)}</h3>;
    case 'quote':
      return <blockquote>{drawBlocks(block.of, link)}</blockquote>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'rule':
      return <hr />;
    case 'list':
      return block.from === null ? (
        <ul>{drawItems(block.of, link)}</ul>
      ) : (
        <ol start={block.from}>{drawItems(block.of, link)}</ol>
      );
  }
}

function drawBlocks(blocks: readonly RichBlock[], link: DrawLink): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return blocks.map((block, at) => <Fragment key={at}>{drawBlock(block, link)}</Fragment>);
}

/** An item of one paragraph is a line, as everywhere. */
function drawItems(items: readonly RichBlock[][], link: DrawLink): ReactNode {
  return items.map((blocks, at) => {
    const [first, ...rest] = blocks;
    const isLine = first?.kind === 'paragraph';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={at}>
        {isLine && drawPieces(first.of, link)}
        {drawBlocks(isLine ? rest : blocks, link)}
      </li>
    );
  });
}

function drawPieces(pieces: readonly RichPiece[], link: DrawLink): ReactNode {
  return pieces.map((piece, at) => {
    if (typeof piece === 'string') return piece;
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <Fragment key={at}>{drawPiece(piece, link)}</Fragment>;
  });
}

function drawPiece(piece: Exclude<RichPiece, string>, link: DrawLink): ReactNode {
  switch (piece.kind) {
    case 'code':
      return <code>{piece.text}</code>;
    case 'strong':
      return <strong>{drawPieces(piece.of, link)}</strong>;
    case 'emphasis':
      return <em>{drawPieces(piece.of, link)}</em>;
    case 'link':
      return link(piece.to, drawPieces(piece.of, link));
  }
}
