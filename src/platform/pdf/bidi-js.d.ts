/** What we use of it; the package has no types of its own. */
declare module 'bidi-js' {
  interface Bidi {
    /**
     * For each UTF-16 unit, and for each paragraph as a whole: odd is from right to left. Without a direction, each
     * paragraph's first strong letter gives it.
     */
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
    /** The bracket that opens the other way; null for what is no bracket. */
    getMirroredCharacter(char: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
