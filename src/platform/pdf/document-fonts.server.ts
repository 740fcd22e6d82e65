import { readFile } from 'node:fs/promises';
import type PDFDocument from 'pdfkit';
import { type FontPart, partFor } from './script-fonts.server.ts';

/** Replaces characters that cannot be rendered. */
export const replacement = '?';

/**
 * The characters that a document can render. Known before a line is started: one character in a user's name must not
 * make the whole document fail.
 */
export interface PdfFonts {
  renders(char: string): boolean;
  /**
   * Whether the font has all these characters and can shape them together: the PDF library fails at some, even at
   * single ones.
   */
  shapes(font: string, run: string): boolean;
}

type Document = InstanceType<typeof PDFDocument>;
/** A private field of the library: the packages' lists claim characters that their files do not have. */
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
      // Without the font of the replacement character there is no document.
      if (part.name === partFor(replacement)?.name) throw error;
    }
  }
  const shapes = (font: string, run: string) => {
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
    renders: (char) => {
      const renders = known.get(char) ?? shapes(partFor(char)?.name ?? '', char);
      known.set(char, renders);
      return renders;
    },
    shapes,
  };
}
