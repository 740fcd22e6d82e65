import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { inspect } from './inspect.ts';
import { type PictureProblem, pictureLimits, pictureWidths, type SquarePart } from './pictures.ts';

/**
 * An order to the child process: read a picture and write its sizes into a folder. One at a time. Started with `upload`
 * the process reads JPEG, PNG and WebP and nothing else; with `draw` it reads the SVG that this project creates.
 */
export interface WorkerOrder {
  id: number;
  path: string;
  folder: string;
  widths: readonly number[];
  /** Absent: the whole picture. */
  square?: SquarePart | 'middle' | undefined;
  /** Of the written files; absent: WebP. */
  format?: 'png' | 'webp';
}
export type WorkerAnswer =
  | { id: number; ok: true; width: number; height: number; widths: number[]; placeholder: string }
  | { id: number; ok: false; problem: PictureProblem; detail: string };

const isDrawing = process.argv[2] === 'draw';
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: isDrawing ? ['VipsForeignLoadSvg'] : ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

process.on('message', (order: WorkerOrder) => {
  void work(order).then((answer) => {
    process.send?.(answer);
    // The garbage collector does not see the megabytes of pixels behind small objects; it would let dozens of pictures
    // pile up.
    globalThis.gc?.();
  });
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));

async function work(order: WorkerOrder): Promise<WorkerAnswer> {
  try {
    const file = await readFile(order.path);
    const problem = isDrawing ? null : inspect(file);
    if (problem) return { id: order.id, ok: false, problem, detail: '' };
    return { id: order.id, ok: true, ...(await resize(file, order)) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { id: order.id, ok: false, problem: problemOf(detail), detail };
  }
}

class Refused extends Error {}

async function resize(file: Buffer, { folder, widths, square, format = 'webp' }: WorkerOrder) {
  // `error` and not `warning`: phones write files with harmless oddities; truncated and broken files are errors.
  const open = () => sharp(file, { limitInputPixels: pictureLimits.pixels, failOn: 'error', sequentialRead: true });
  const meta = await open().metadata();
  if ((meta.pages ?? 1) > 1) throw new Refused('animated');
  const largest = widths.at(-1) ?? pictureWidths[4];
  // Decoded once to the largest size; the others are made of that. Colours become sRGB and all metadata is removed.
  const upright = open().autoOrient();
  const whole = square
    ? upright.extract(partOf(meta.autoOrient, square)).resize({ width: largest, height: largest, fit: 'fill' })
    : upright.resize({ width: largest, height: largest * 3, fit: 'inside', withoutEnlargement: true });
  const base = await whole.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const raw = { width: base.info.width, height: base.info.height, channels: base.info.channels };
  const made: number[] = [];
  let width = raw.width;
  let height = raw.height;
  for (const nominal of widths) {
    const sized = sharp(base.data, { raw }).resize({
      width: nominal,
      height: nominal * 3,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const written =
      format === 'png' ? sized.png({ palette: true }) : sized.webp({ quality: nominal <= 320 ? 76 : 82, effort: 3 });
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    await writeFile(join(folder, `${nominal}.${format}`), data);
    made.push(nominal);
    ({ width, height } = info);
    if (width === raw.width) break;
  }
  return { width, height, widths: made, placeholder: await placeholderOf(base.data, raw) };
}

/** A square inside the picture, whatever was requested. */
function partOf({ width, height }: { width: number; height: number }, square: SquarePart | 'middle') {
  const longest = Math.min(width, height);
  if (square === 'middle') {
    return {
      left: Math.floor((width - longest) / 2),
      top: Math.floor((height - longest) / 2),
      width: longest,
      height: longest,
    };
  }
  const size = Math.max(1, Math.min(longest, Math.round(square.size)));
  const within = (at: number, end: number) => Math.max(0, Math.min(Math.round(at), end - size));
  return { left: within(square.x, width), top: within(square.y, height), width: size, height: size };
}

async function placeholderOf(
  data: Buffer,
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 },
): Promise<string> {
  const small = await sharp(data, { raw })
    .resize({ width: 100, height: 100, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64');
}

function problemOf(detail: string): PictureProblem {
  if (detail === 'animated') return 'animated';
  return /pixel limit|too large|exceeds/i.test(detail) ? 'too_many_pixels' : 'damaged';
}
