import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const squares = 5;
const side = 240;

/** A generated profile picture as PNG: a symmetric pattern and a colour derived from the name. */
export function standInPhoto(name: string): Buffer<ArrayBuffer> {
  const hash = createHash('sha256').update(name).digest();
  const ink = [0, 1, 2].map((i) => 60 + ((hash[i] ?? 0) % 140));
  const isInk = (x: number, y: number) => ((hash[3 + Math.min(x, squares - 1 - x) + 3 * y] ?? 0) & 1) === 1;
  const line = (y: number) => {
    const colours = Array.from({ length: side }, (_, x) =>
      isInk(Math.floor((x * squares) / side), y) ? ink : [238, 238, 238],
    );
    return Buffer.from([0, ...colours.flat()]);
  };
  const pixels = Buffer.concat(Array.from({ length: side }, (_, y) => line(Math.floor((y * squares) / side))));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits each for red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
