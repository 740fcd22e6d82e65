import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files as an attacker or an accident would send them, small and fast for the tests. */
export function photo(width = 900, height = 1_260): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } })
    .composite([
      {
        input: Buffer.from(
          `<svg width="${width}" height="${height}"><circle cx="50%" cy="40%" r="20%" fill="#246"/></svg>`,
        ),
      },
    ])
    .jpeg({ quality: 80 })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function header(width: number, height: number, depth = 8, colour = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A few kilobytes that require `width × height` bytes of memory: rows of zeros deflate to almost nothing. */
export function bomb(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((width + 1) * Math.min(height, 4_000)), { level: 9 });
  return Buffer.concat([signature, header(width, height), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Its claimed size is true and small; but the stream inside unpacks to a hundred times that. */
export function deflateBomb(): Buffer {
  const rows = deflateSync(Buffer.alloc(120 * 1024 * 1024), { level: 9 });
  return Buffer.concat([signature, header(64, 64), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A text chunk that unpacks to 120 MB. */
export async function textBomb(): Promise<Buffer> {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const text = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.alloc(120 * 1024 * 1024, 65), { level: 9 }),
  ]);
  return Buffer.concat([png.subarray(0, 33), chunk('zTXt', text), png.subarray(33)]);
}

export async function animatedPng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(2, 0);
  return Buffer.concat([png.subarray(0, 33), chunk('acTL', control), png.subarray(33)]);
}

export function animatedWebp(): Promise<Buffer> {
  const frame = (shade: number) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background: { r: shade, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  return Promise.all([frame(0), frame(200)]).then((frames) =>
    sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  );
}

export const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);
export const executable = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(4_000, 7)]);
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Half of its rows are missing. */
export async function truncatedPhoto(): Promise<Buffer> {
  const whole = await photo();
  return whole.subarray(0, Math.floor(whole.length / 2));
}

/** A picture that a browser would also read as a page, and one that is an archive too. */
export async function pagePolyglot(): Promise<Buffer> {
  return Buffer.concat([await photo(), Buffer.from('<script>alert(document.domain)</script>')]);
}
export async function archivePolyglot(): Promise<Buffer> {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  return Buffer.concat([await photo(), end]);
}

/** A photo as a phone takes it: rotated, with GPS data. */
export function photoWithPlace(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .withExif({
      IFD0: { Make: 'TestPhone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 21/1 3/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
