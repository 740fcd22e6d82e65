/** What we use of it; the package has no types of its own. */
declare module 'bidi-js' {
  interface Bidi {
    /** For each UTF-16 unit: odd is from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array };
    /** The bracket that opens the other way; null for what is no bracket. */
    getMirroredCharacter(char: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
