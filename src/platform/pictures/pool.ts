import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '#kernel/refusal.ts';
import type { Log } from '#platform/log/log.ts';
import { FairLine } from './fair-line.ts';
import { measure } from './measure.ts';
import {
  isPictureError,
  PictureError,
  type Pictures,
  type ProcessedPicture,
  pictureLimits,
  pictureWidths,
} from './pictures.ts';
import { type PictureOrder, WorkerQueue } from './worker-queue.ts';

/**
 * Two reused worker processes for uploads, for small and large pictures, and one for our own drawings; each is started
 * when needed.
 */
export function openPictures(log: Log, limits: { wallMs: number } = pictureLimits): Pictures {
  const uploads = {
    small: new WorkerQueue('upload', log, Math.min(limits.wallMs, pictureLimits.smallWallMs)),
    large: new WorkerQueue('upload', log, limits.wallMs),
  };
  const drawings = new WorkerQueue('draw', log, limits.wallMs);
  const uploadQueue = new FairLine<'small' | 'large'>();
  const drawingQueue = new FairLine<'draw'>();

  async function upload(owner: string, order: PictureOrder): Promise<ProcessedPicture> {
    const size = await sizeOf(order.path);
    refuseWhenFull(uploadQueue);
    const large = () => uploadQueue.run('large', owner, () => uploads.large.run(order));
    if (size === 'large') return large();
    try {
      return await uploadQueue.run('small', owner, () => uploads.small.run(order));
    } catch (error) {
      // It is larger than its header says, or this machine is slow: no other small one waits for it any longer.
      if (isPictureError(error) && error.problem === 'too_costly') return large();
      throw error;
    }
  }

  return {
    process: (path, owner) => upload(owner, { path, widths: pictureWidths }),
    square: (path, owner, widths, part) => upload(owner, { path, widths, square: part ?? 'middle' }),
    png: async (path, owner, width) => {
      const [only] = (await upload(owner, { path, widths: [width], format: 'png' })).sizes;
      if (!only) throw new PictureError('damaged');
      return only.bytes;
    },
    render: async (svg, widths = pictureWidths) => {
      refuseWhenFull(drawingQueue);
      return drawingQueue.run('draw', 'the market', async () => {
        const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
        try {
          const path = join(folder, 'drawing.svg');
          await writeFile(path, svg);
          return await drawings.run({ path, widths });
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      });
    },
    close: async () => {
      for (const worker of [uploads.small, uploads.large, drawings]) worker.close();
    },
  };
}

function refuseWhenFull({ waiting }: { waiting: number }): void {
  if (waiting < pictureLimits.waiting) return;
  throw new Refusal(503, 'busy', 'We’re processing many photos right now. Try again in a moment.', {
    retryAfterSeconds: 10,
  });
}

/**
 * The queue for a file, by its header. Throws `PictureError` when it is too large for any: no worker reads it. A file
 * of another kind is refused quickly by the worker.
 */
async function sizeOf(path: string): Promise<'small' | 'large'> {
  const { pixels, bytes } = await measure(path);
  if (pixels !== null && pixels > pictureLimits.pixels) throw new PictureError('too_many_pixels');
  return pixels !== null && pixels <= pictureLimits.small.pixels && bytes <= pictureLimits.small.bytes
    ? 'small'
    : 'large';
}
