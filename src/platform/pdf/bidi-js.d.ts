/** The part of the package that we use; it has no types. */
declare module 'bidi-js' {
  interface Bidi {
    /**
     * The level of each UTF-16 unit, and of each paragraph: odd is right to left. Without `direction`, the first strong
     * character of each paragraph decides.
     */
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { level: number }[] };
    /** The mirrored bracket; null for other characters. */
    getMirroredCharacter(char: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
