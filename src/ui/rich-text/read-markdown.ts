import MarkdownIt, { type Token } from 'markdown-it';
import type { RichBlock, RichPiece } from './rich-text.ts';

/** CommonMark without HTML. Line breaks stay, so older plain texts look the same. */
const commonMark = new MarkdownIt('commonmark', { html: false, breaks: true });
/** A browser would run or show the content of other schemes. */
const schemes = ['http:', 'https:'];
commonMark.validateLink = (to) => URL.canParse(to) && schemes.includes(new URL(to).protocol);
/** As a browser would read it, so that what is shown is where it leads. */
commonMark.normalizeLink = (to) => (URL.canParse(to) ? new URL(to).href : to);

/**
 * Markdown as a tree of what is allowed: whatever the library finds besides is left out by having no place in it. Takes
 * ≤ 25 ms for 20,000 characters of the worst known texts (`read-markdown.test.ts`), so that no description can block
 * the server.
 */
export function readMarkdown(source: string): RichBlock[] {
  return new Reader(commonMark.parse(source, {})).blocks(null);
}

class Reader {
  #at = 0;
  readonly #tokens: Token[];

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  /** Up to the token that closes them. */
  blocks(end: string | null): RichBlock[] {
    const found: RichBlock[] = [];
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) {
      const block = this.#block(token);
      if (block) found.push(block);
    }
    return found;
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  #block(token: Token): RichBlock | null {
    switch (token.type) {
      case 'paragraph_open':
        return { kind: 'paragraph', of: this.#words('paragraph_close') };
      case 'heading_open':
        return { kind: 'heading', of: this.#words('heading_close') };
      case 'blockquote_open':
        return { kind: 'quote', of: this.blocks('blockquote_close') };
      case 'bullet_list_open':
        return { kind: 'list', from: null, of: this.#items('bullet_list_close') };
      case 'ordered_list_open':
        return { kind: 'list', from: Number(token.attrGet('start') ?? 1), of: this.#items('ordered_list_close') };
      case 'fence':
      case 'code_block':
        return { kind: 'code', text: token.content.replace(/\n$/, '') };
      case 'hr':
        return { kind: 'rule' };
      default:
        return null;
    }
  }

  #items(end: string): RichBlock[][] {
    const items: RichBlock[][] = [];
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) {
      if (token.type === 'list_item_open') items.push(this.blocks('list_item_close'));
    }
    return items;
  }

  #words(end: string): RichPiece[] {
    const found: RichPiece[] = [];
    for (let token = this.#next(); token && token.type !== end; token = this.#next()) {
      if (token.type === 'inline') found.push(...pieces(token.children ?? []));
    }
    return found;
  }
}

const wrapping = { strong_open: 'strong', em_open: 'emphasis' } as const;

/** The words of one block: a stack of what is open, each closed by the token that ends it. */
function pieces(tokens: readonly Token[]): RichPiece[] {
  const root: RichPiece[] = [];
  const open = [root];
  for (const token of tokens) {
    const into = open.at(-1) ?? root;
    if (token.type === 'text') join(into, token.content);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') join(into, '\n');
    // A picture becomes its alt text: an external image would disclose the reader's address to its host.
    else if (token.type === 'image') join(into, token.content);
    else if (token.type === 'code_inline') into.push({ kind: 'code', text: token.content });
    else if (token.type === 'link_open' || token.type === 'strong_open' || token.type === 'em_open') {
      const of: RichPiece[] = [];
      into.push(
        token.type === 'link_open'
          ? { kind: 'link', to: String(token.attrGet('href')), of }
          : { kind: wrapping[token.type], of },
      );
      open.push(of);
    } else if (token.nesting < 0) open.pop();
  }
  return root;
}

function join(into: RichPiece[], text: string): void {
  const last = into.at(-1);
  if (typeof last === 'string') into[into.length - 1] = last + text;
  else if (text !== '') into.push(text);
}
