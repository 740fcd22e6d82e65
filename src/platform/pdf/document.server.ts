import type PDFDocument from 'pdfkit';
import { loadFonts, replacement } from './document-fonts.server.ts';
import { directionOf, runsOf } from './runs.server.ts';
import { type FontPart, partFor } from './script-fonts.server.ts';

export const a4 = { width: 595.28, height: 841.89 } as const;
/** One millimetre in points, the unit of a page. */
export const mm = 72 / 25.4;

export interface WriteOptions {
  x: number;
  y: number;
  width: number;
  size?: number;
  bold?: boolean;
  /** To the end of the width, for amounts. */
  align?: 'right';
  /** Further lines are cut off with an ellipsis. */
  lines?: number;
}

/** A4 pages, written from top to bottom. All fonts are embedded, so that a page looks the same everywhere. */
export interface PdfDocument {
  page(): void;
  /** Writes within the width, on several lines if needed. Returns the `y` of the next line. */
  write(text: string, options: WriteOptions): number;
  /** The height of a text that is written so. */
  heightOf(text: string, options: Omit<WriteOptions, 'x' | 'y'>): number;
  /** A PNG or JPEG that ends at the right of `x`, as large as it fits in the box. */
  image(bytes: Uint8Array, x: number, y: number, box: { width: number; height: number }): void;
  /** A horizontal line. */
  rule(x: number, y: number, width: number): void;
  box(x: number, y: number, size: number): void;
  /** Whether the text has characters that no font here has or can shape; they are replaced by a question mark. */
  lacks(text: string): boolean;
  end(): Promise<Buffer<ArrayBuffer>>;
}

/**
 * Stroke width for bold, as a share of the size. The font files hold every weight, of which the PDF library can embed
 * the first only: in some fonts the regular one, in others the thinnest.
 */
const strokeWidths = { regular: { plain: 0, bold: 0.04 }, thinnest: { plain: 0.035, bold: 0.07 } } as const;
const isRegular = /^(inter|noto-sans-(arabic|thai)) /;
/** Not visible, but they change the shape of other characters. */
const isJoiner = /[\u200c\u200d]/;

const lineHeight = (size = 10) => size * 1.35;

/** Opens a document for these texts; apart from Latin letters, only their characters can be written later. */
export async function openPdf(title: string, texts: Iterable<string>): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit');
  const doc = new Document({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Creator: 'Sleeved' },
    font: null as unknown as string,
  });
  const done = collect(doc);
  const replacementFont = partFor(replacement)?.name ?? '';
  const fonts = await loadFonts(doc, partsOf(texts));
  const writable = (text: string) =>
    [...clean(text)].map((char) => (isJoiner.test(char) || fonts.renders(char) ? char : replacement)).join('');
  /** The lines of a text, and how each is written. */
  const layOut = (text: string, { width, size = 10, lines = 40 }: Omit<WriteOptions, 'x' | 'y'>) => {
    const whole = writable(text);
    const direction = directionOf(whole);
    const runs = (line: string) =>
      runsOf(line, direction).map(({ part: { name }, text: run }) =>
        fonts.shapes(name, run)
          ? { font: name, run }
          : { font: replacementFont, run: replacement.repeat([...run].length) },
      );
    const measure = (line: string) =>
      runs(line).reduce((sum, { font, run }) => sum + doc.font(font).fontSize(size).widthOfString(run), 0);
    return { folded: fold(whole, width, lines, measure), runs, measure };
  };
  return {
    page: () => void doc.addPage(),
    heightOf: (text, options) => layOut(text, options).folded.length * lineHeight(options.size),
    write: (text, options) => {
      const { x, y, width, size = 10, bold = false, align } = options;
      const { folded, runs, measure } = layOut(text, options);
      let top = y;
      for (const line of folded) {
        let left = align === 'right' ? x + width - measure(line) : x;
        for (const { font, run } of runs(line)) {
          const stroke = size * strokeWidths[isRegular.test(font) ? 'regular' : 'thinnest'][bold ? 'bold' : 'plain'];
          doc.lineWidth(stroke).strokeColor('#000000').font(font).fontSize(size);
          doc.text(run, left, top + size, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: stroke > 0 });
          left += doc.widthOfString(run);
        }
        top += lineHeight(size);
      }
      return top;
    },
    image: (bytes, x, y, { width, height }) =>
      void doc.image(Buffer.from(bytes), x - width, y, { fit: [width, height], align: 'right' }),
    rule: (x, y, width) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke('#999999'),
    box: (x, y, size) => void doc.rect(x, y, size, size).lineWidth(0.8).stroke('#333333'),
    lacks: (text) =>
      writable(text) !== clean(text) ||
      runsOf(writable(text)).some(({ part, text: run }) => !fonts.shapes(part.name, run)),
    end: () => {
      doc.end();
      return done;
    },
  };
}

/** One line, composed (NFC), without invisible characters except the joiners of Persian letters and others. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/**
 * Each text on its own: the last character of one and the first of the next must not be composed into one, of another
 * font.
 */
function partsOf(texts: Iterable<string>): FontPart[] {
  const chars = new Set([replacement, ...[...texts].flatMap((text) => [...clean(text)])]);
  return [...new Map([...chars].map(partFor).flatMap((part) => (part ? [[part.name, part]] : []))).values()];
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const pieces = (of: Intl.Segmenter, text: string) => [...of.segment(text)].map(({ segment }) => segment);

/** Breaks lines between words, inside long words between graphemes, and cuts off lines beyond `most`. */
function fold(text: string, width: number, most: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const parts = pieces(words, text).flatMap((word) => (measure(word) > width ? pieces(graphemes, word) : [word]));
  for (const part of parts) {
    if (line !== '' && measure(line + part.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last}…`];
}

function collect(doc: InstanceType<typeof PDFDocument>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => void chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
