/**
 * The widths in which a picture is kept, each as WebP; a smaller original has only the widths up to the first that
 * holds all of it.
 */
export const pictureWidths = [160, 320, 640, 1280, 2000] as const;

export const pictureLimits = {
  pixels: 40_000_000,
  /** Of one picture, from being handed over to being done. */
  wallMs: 20_000,
  /**
   * What a telephone takes unless told otherwise. Up to both a picture is small, and never stands behind one that is
   * not.
   */
  small: { pixels: 13_000_000, bytes: 8 * 1024 * 1024 },
  /** A small one that takes longer than this goes on among the large ones. */
  smallWallMs: 5_000,
  /** Waiting ones beyond this are turned away: each holds a file on the disk and a person at a spinner. */
  waiting: 64,
} as const;

export interface PictureSize {
  /** The nominal width, one of `pictureWidths`: the name under which it is served. */
  width: number;
  bytes: Uint8Array;
}

/** In pixels of the upright picture; what reaches beyond its edges is moved inside. */
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

/** Why a picture can't be taken. Everything else that is thrown is a fault of ours. */
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
 * Decoding happens in processes of their own with limits on memory and time: a picture made to break a decoder breaks
 * one of those, which is replaced, and never this process.
 */
export interface Pictures {
  /**
   * Turns an uploaded file into clean pictures: upright, sRGB, nothing of the original's metadata. `owner` is whose it
   * is: one of theirs at a time. Throws `PictureError`.
   */
  process(path: string, owner: string): Promise<ProcessedPicture>;
  /**
   * The same for a square out of the upright picture, in exactly these widths. Without `part` the largest square in the
   * middle.
   */
  square(path: string, owner: string, widths: readonly number[], part?: SquarePart): Promise<ProcessedPicture>;
  /** Draws an SVG of our own making. Never for anything that came from outside. */
  draw(svg: string, widths?: readonly number[]): Promise<ProcessedPicture>;
  close(): Promise<void>;
}
