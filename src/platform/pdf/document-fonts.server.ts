import { readFile } from 'node:fs/promises';
import type PDFDocument from 'pdfkit';
import { type FontPart, partFor } from './script-fonts.server.ts';

/** Stands for what cannot be drawn. */
export const stand = '?';

/**
 * What can be drawn on one paper. It is known before a line is begun: a letter of one stranger's name must not take
 * everybody else's paper.
 */
export interface PdfFonts {
  draws(char: string): boolean;
  /**
   * Whether the font has all these letters, and its rules can set them beside each other: the PDF library fails at
   * some, even of single letters.
   */
  sets(font: string, run: string): boolean;
}

type Document = InstanceType<typeof PDFDocument>;
/** Of what the library keeps to itself: the lists of the packages claim letters that their files do not have. */
interface Opened {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

export async function loadFonts(doc: Document, parts: Iterable<FontPart>): Promise<PdfFonts> {
  const { decompress } = await import('wawoff2');
  const opened = new Map<string, Opened['_font']['font']>();
  for (const part of parts) {
    try {
      doc.registerFont(part.name, Buffer.from(await decompress(await readFile(part.file)))).font(part.name);
      opened.set(part.name, (doc as unknown as Opened)._font.font);
    } catch (error) {
      // Without the stand-in's own font there is no paper.
      if (part.name === partFor(stand)?.name) throw error;
    }
  }
  const sets = (font: string, run: string) => {
    const own = opened.get(font);
    if (!own || ![...run].every((char) => own.hasGlyphForCodePoint(char.codePointAt(0) ?? 0))) return false;
    try {
      doc.font(font).widthOfString(run);
      return true;
    } catch {
      return false;
    }
  };
  const known = new Map<string, boolean>();
  return {
    draws: (char) => {
      const draws = known.get(char) ?? sets(partFor(char)?.name ?? '', char);
      known.set(char, draws);
      return draws;
    },
    sets,
  };
}
