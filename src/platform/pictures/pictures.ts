/**
 * The stored widths of a picture, each as WebP; a smaller original has only the widths up to the first that contains
 * it.
 */
export const pictureWidths = [160, 320, 640, 1280, 2000] as const;

export const pictureLimits = {
  pixels: 40_000_000,
  /** For one picture, from hand-over to result. */
  wallMs: 20_000,
  /** Up to both limits (a phone's default) a picture is small, and never waits behind a large one. */
  small: { pixels: 13_000_000, bytes: 8 * 1024 * 1024 },
  /** A small one that takes longer continues among the large ones. */
  smallWallMs: 5_000,
  /** Further ones are refused: each has a file on the disk and a person who waits. */
  waiting: 64,
} as const;

export interface PictureSize {
  /** The nominal width, one of `pictureWidths`: the name under which it is served. */
  width: number;
  bytes: Uint8Array;
}

/** In pixels of the upright picture; a part beyond the edges is moved inside. */
export interface SquarePart {
  x: number;
  y: number;
  size: number;
}

export interface ProcessedPicture {
  /** Of the largest size. */
  width: number;
  height: number;
  sizes: PictureSize[];
  /** ThumbHash, base64. */
  placeholder: string;
}

export const pictureProblems = [
  'unknown_kind',
  'svg',
  'animated',
  'too_many_pixels',
  'damaged',
  'hidden_content',
  'too_costly',
] as const;
export type PictureProblem = (typeof pictureProblems)[number];

/** Why a picture is refused. All other errors are bugs. */
export class PictureError extends Error {
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem) {
    super(`picture refused: ${problem}`);
    this.problem = problem;
  }
}

export function isPictureError(error: unknown): error is PictureError {
  return error instanceof PictureError;
}

/**
 * Decoding happens in child processes with limits on memory and time: a malicious picture crashes one of those, which
 * is replaced, and never this process.
 */
export interface Pictures {
  /**
   * Converts an upload to clean pictures: upright, sRGB, without metadata. `owner`: one running task each. Throws
   * `PictureError`.
   */
  process(path: string, owner: string): Promise<ProcessedPicture>;
  /**
   * The same for a square part of the upright picture, in exactly these widths. Without `part`: the largest square in
   * the middle.
   */
  square(path: string, owner: string, widths: readonly number[], part?: SquarePart): Promise<ProcessedPicture>;
  /** The whole picture as PNG, at most this wide: emails and documents read no WebP. */
  png(path: string, owner: string, width: number): Promise<Uint8Array>;
  /** Renders our own SVG. Never for user input. */
  render(svg: string, widths?: readonly number[]): Promise<ProcessedPicture>;
  close(): Promise<void>;
}
