import type PDFDocument from 'pdfkit';
import { loadFonts, stand } from './document-fonts.server.ts';
import { directionOf, runsOf } from './runs.server.ts';
import { type FontPart, partFor } from './script-fonts.server.ts';

export const a4 = { width: 595.28, height: 841.89 } as const;
/** A millimetre in points, the unit of a page. */
export const mm = 72 / 25.4;

export interface WriteOptions {
  x: number;
  y: number;
  width: number;
  size?: number;
  bold?: boolean;
  /** More than these are cut with an ellipsis. */
  lines?: number;
}

/** Pages of A4 that are written from above; every letter is embedded, so that they look alike everywhere. */
export interface PdfDocument {
  page(): void;
  /** Writes within the width, in several lines where it must, and answers where the next line may stand. */
  write(text: string, options: WriteOptions): number;
  /** A line from left to right. */
  rule(x: number, y: number, width: number): void;
  box(x: number, y: number, size: number): void;
  /**
   * Whether there are characters in it that no font here has or can set beside the others; a question mark stands in
   * their place.
   */
  lacks(text: string): boolean;
  end(): Promise<Buffer<ArrayBuffer>>;
}

/**
 * How much of its size a letter is drawn thicker. The files hold every weight in one, of which the PDF library can
 * embed the first alone: of some that is the regular one, of others the thinnest.
 */
const thicker = { regular: { plain: 0, bold: 0.04 }, thinnest: { plain: 0.035, bold: 0.07 } } as const;
const isRegular = /^(inter|noto-sans-(arabic|thai)) /;
/** Are not drawn, but say how others are. */
const isJoiner = /[\u200c\u200d]/;

/** Paper for these words: of what is written on it later, all but Latin letters must be among them. */
export async function openPdf(title: string, words: Iterable<string>): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit');
  const doc = new Document({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: title, Creator: 'Sleeved' },
    font: null as unknown as string,
  });
  const done = collect(doc);
  const standsIn = partFor(stand)?.name ?? '';
  const fonts = await loadFonts(doc, partsOf(words));
  const shown = (text: string) =>
    [...clean(text)].map((char) => (isJoiner.test(char) || fonts.draws(char) ? char : stand)).join('');
  return {
    page: () => void doc.addPage(),
    write: (text, { x, y, width, size = 10, bold = false, lines = 40 }) => {
      const whole = shown(text);
      const direction = directionOf(whole);
      const runs = (line: string) =>
        runsOf(line, direction).map(({ part: { name }, text: run }) =>
          fonts.sets(name, run) ? { font: name, run } : { font: standsIn, run: stand.repeat([...run].length) },
        );
      const measure = (line: string) =>
        runs(line).reduce((sum, { font, run }) => sum + doc.font(font).fontSize(size).widthOfString(run), 0);
      let top = y;
      for (const line of fold(whole, width, lines, measure)) {
        let left = x;
        for (const { font, run } of runs(line)) {
          const stroke = size * thicker[isRegular.test(font) ? 'regular' : 'thinnest'][bold ? 'bold' : 'plain'];
          doc.lineWidth(stroke).strokeColor('#000000').font(font).fontSize(size);
          doc.text(run, left, top + size, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: stroke > 0 });
          left += doc.widthOfString(run);
        }
        top += size * 1.35;
      }
      return top;
    },
    rule: (x, y, width) =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke('#999999'),
    box: (x, y, size) => void doc.rect(x, y, size, size).lineWidth(0.8).stroke('#333333'),
    lacks: (text) =>
      shown(text) !== clean(text) || runsOf(shown(text)).some(({ part, text: run }) => !fonts.sets(part.name, run)),
    end: () => {
      doc.end();
      return done;
    },
  };
}

/**
 * One line, composed: a letter and its accent are one where there is such a one, and nothing that can't be seen is left
 * but what parts Persian letters or joins others.
 */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/**
 * Each text by itself: the last letter of one and the first of the next must not become one letter, of another font.
 */
function partsOf(words: Iterable<string>): FontPart[] {
  const chars = new Set([stand, ...[...words].flatMap((text) => [...clean(text)])]);
  return [...new Map([...chars].map(partFor).flatMap((part) => (part ? [[part.name, part]] : []))).values()];
}

const wordsOf = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const pieces = (of: Intl.Segmenter, text: string) => [...of.segment(text)].map(({ segment }) => segment);

/** Breaks between words, in a word that is longer than a line between letters, and cuts what is too much. */
function fold(text: string, width: number, most: number, measure: (line: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  const parts = pieces(wordsOf, text).flatMap((word) => (measure(word) > width ? pieces(letters, word) : [word]));
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
