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
 * Two reused worker processes for uploads, one for small pictures and one for the others, and one for our own drawings;
 * each started when first needed.
 */
export function openPictures(log: Log, limits: { wallMs: number } = pictureLimits): Pictures {
  const uploads = {
    small: new WorkerQueue('upload', log, Math.min(limits.wallMs, pictureLimits.smallWallMs)),
    large: new WorkerQueue('upload', log, limits.wallMs),
  };
  const drawings = new WorkerQueue('draw', log, limits.wallMs);
  const uploaders = new FairLine<'small' | 'large'>();
  const drawers = new FairLine<'draw'>();

  async function upload(owner: string, order: PictureOrder): Promise<ProcessedPicture> {
    const lane = await limiterOf(order.path);
    refuseWhenFull(uploaders);
    const large = () => uploaders.run('large', owner, () => uploads.large.run(order));
    if (lane === 'large') return large();
    try {
      return await uploaders.run('small', owner, () => uploads.small.run(order));
    } catch (error) {
      // It is more than its head says, or this machine is slow: no other small one waits for it any longer.
      if (isPictureError(error) && error.problem === 'too_costly') return large();
      throw error;
    }
  }

  return {
    process: (path, owner) => upload(owner, { path, widths: pictureWidths }),
    square: (path, owner, widths, part) => upload(owner, { path, widths, square: part ?? 'middle' }),
    draw: async (svg, widths = pictureWidths) => {
      refuseWhenFull(drawers);
      return drawers.run('draw', 'the market', async () => {
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
      for (const lane of [uploads.small, uploads.large, drawings]) lane.close();
    },
  };
}

function refuseWhenFull({ waiting }: { waiting: number }): void {
  if (waiting < pictureLimits.waiting) return;
  throw new Refusal(503, 'busy', 'Many photos are being prepared right now. Try again in a moment.', {
    retryAfterSeconds: 10,
  });
}

/**
 * By what its head says. Throws `PictureError` for one that is too large for any: no worker sees it. What is no picture
 * is known as such at once, by the worker.
 */
async function limiterOf(path: string): Promise<'small' | 'large'> {
  const { pixels, bytes } = await measure(path);
  if (pixels !== null && pixels > pictureLimits.pixels) throw new PictureError('too_many_pixels');
  return pixels !== null && pixels <= pictureLimits.small.pixels && bytes <= pictureLimits.small.bytes
    ? 'small'
    : 'large';
}
