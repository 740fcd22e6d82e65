import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import * as crafted from './crafted.ts';
import { measure } from './measure.ts';
import { isPictureError, type ProcessedPicture } from './pictures.ts';
import { openPictures } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
const pictures = openPictures(createLog('silent'));
let files = 0;

afterAll(async () => {
  await pictures.close();
  rmSync(folder, { recursive: true, force: true });
});

function stored(bytes: Buffer): string {
  const path = join(folder, `file-${++files}`);
  writeFileSync(path, bytes);
  return path;
}

function processed(bytes: Buffer, owner = 'a member'): Promise<ProcessedPicture> {
  return pictures.process(stored(bytes), owner);
}

async function problemOf(bytes: Buffer): Promise<string> {
  try {
    await processed(bytes);
    return 'taken';
  } catch (error) {
    if (isPictureError(error)) return error.problem;
    throw error;
  }
}

describe('pictures', () => {
  test('creates each size once, up to the first that contains the whole picture', async () => {
    const made = await processed(await crafted.photo(900, 1_260));
    expect(made.sizes.map((size) => size.width)).toEqual([160, 320, 640, 1280]);
    expect([made.width, made.height]).toEqual([900, 1_260]);
    const meta = await sharp(made.sizes[0]?.bytes).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual(['webp', 160, 224]);
    expect(Buffer.from(made.placeholder, 'base64').length).toBeGreaterThan(5);
  });

  test('accepts PNG with transparency and WebP, and a very small one', async () => {
    const png = await sharp({
      create: { width: 300, height: 420, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    expect((await processed(png)).width).toBe(300);
    const webp = await sharp({ create: { width: 10, height: 14, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    expect((await processed(webp)).sizes.map((size) => size.width)).toEqual([160]);
  });

  test('rotates the picture upright and removes location, camera and all other metadata', async () => {
    const original = await crafted.photoWithPlace();
    expect((await sharp(original).metadata()).exif?.includes('TestPhone')).toBe(true);
    const made = await processed(original);
    expect([made.width, made.height]).toEqual([300, 400]);
    for (const { bytes } of made.sizes) {
      const meta = await sharp(bytes).metadata();
      expect([meta.exif, meta.xmp, meta.iptc, meta.icc, meta.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(Buffer.from(bytes).includes('TestPhone')).toBe(false);
    }
  });

  test.each([
    ['a header that claims 30,000 × 30,000', async () => crafted.bomb(30_000, 30_000), 'too_many_pixels'],
    ['41 megapixels', async () => crafted.bomb(6_500, 6_400), 'too_many_pixels'],
    ['an SVG with a script', async () => crafted.svg, 'svg'],
    ['a renamed executable', async () => crafted.executable, 'unknown_kind'],
    ['a GIF', async () => crafted.gif, 'unknown_kind'],
    ['an empty file', async () => Buffer.alloc(0), 'unknown_kind'],
    ['half of a photo', crafted.truncatedPhoto, 'damaged'],
    ['only the first bytes of one', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'damaged'],
    ['a photo that is a page as well', crafted.pagePolyglot, 'hidden_content'],
    ['a photo that is an archive as well', crafted.archivePolyglot, 'hidden_content'],
    ['an animated PNG', crafted.animatedPng, 'animated'],
    ['an animated WebP', crafted.animatedWebp, 'animated'],
  ])('refuses %s', async (_name, make, problem) => {
    expect(await problemOf(await make())).toBe(problem);
  });

  test('survives streams that unpack to 120 MB, and continues to work', async () => {
    const before = process.memoryUsage().rss;
    for (const bytes of [crafted.deflateBomb(), await crafted.textBomb()])
      expect(['taken', 'damaged', 'too_costly']).toContain(await problemOf(bytes));
    expect((await processed(await crafted.photo())).width).toBe(900);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  }, 60_000);

  test('replaces a worker that takes too long', async () => {
    const hasty = openPictures(createLog('silent'), { wallMs: 1 });
    const path = join(folder, 'slow');
    writeFileSync(path, await crafted.photo());
    await expect(hasty.process(path, 'a member')).rejects.toMatchObject({ problem: 'too_costly' });
    await expect(hasty.process(path, 'a member')).rejects.toMatchObject({ problem: 'too_costly' });
    await hasty.close();
  });

  test('a small picture does not wait for the large ones that came first', {
    timeout: 60_000,
  }, async () => {
    const large = await sharp({ create: { width: 4_000, height: 3_500, channels: 3, background: 'red' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const small = await crafted.photo(300, 420);
    const ready: string[] = [];
    const make = (name: string, bytes: Buffer, owner: string) => processed(bytes, owner).then(() => ready.push(name));
    await Promise.all([
      make('large of one', large, 'one'),
      make('large of two', large, 'two'),
      make('small of three', small, 'three'),
    ]);
    // Which of the large ones goes first depends on whose header is read first; the order of one member's tasks is
    // tested in fair-line.unit.test.ts.
    expect(ready).toHaveLength(3);
    expect(ready.at(-1)).toMatch(/^large/);
  });

  test('the dimensions are known before anything is decoded', async () => {
    const base = sharp({
      create: { width: 300, height: 200, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } },
    });
    const kinds = [
      base.clone().png(),
      base.clone().jpeg(),
      base.clone().jpeg({ progressive: true }),
      base.clone().webp(),
      base.clone().webp({ lossless: true }),
    ];
    for (const kind of kinds) expect((await measure(stored(await kind.toBuffer()))).pixels).toBe(60_000);
    const opaque = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await measure(stored(opaque))).pixels).toBe(60_000);
    expect((await measure(stored(await crafted.photoWithPlace()))).pixels).toBe(120_000);
    expect((await measure(stored(crafted.bomb(30_000, 30_000)))).pixels).toBe(900_000_000);
    // A header without dimensions waits among the large ones; a file of another kind is known by its first bytes.
    expect((await measure(stored(Buffer.from([0xff, 0xd8, 0xff, 0xe0])))).pixels).toBeNull();
    expect((await measure(stored(Buffer.from('MZ executable')))).pixels).toBe(0);
  });

  test('a worker for uploads reads no SVG, a worker for drawings does', async () => {
    const rendered = await pictures.render(
      '<svg xmlns="http://www.w3.org/2000/svg" width="630" height="880"><rect width="630" height="880" fill="#135"/></svg>',
      [160, 640],
    );
    expect(rendered.sizes.map((size) => size.width)).toEqual([160, 640]);
    expect([rendered.width, rendered.height]).toEqual([630, 880]);
  });
});
