import { type FileHandle, open } from 'node:fs/promises';
import { kindOf } from './inspect.ts';

export interface Measured {
  /** As in its header; 0 for a file of no accepted kind, null when the header does not say. */
  pixels: number | null;
  bytes: number;
}

/**
 * The claimed dimensions of a picture. Reads some bytes of its header and decodes nothing: good enough to choose a
 * queue.
 */
export async function measure(path: string): Promise<Measured> {
  const file = await open(path);
  try {
    const { size: bytes } = await file.stat();
    const head = await bytesAt(file, 0, 30);
    const kind = kindOf(head);
    if (kind === null) return { pixels: 0, bytes };
    return {
      pixels: kind === 'jpeg' ? await jpegPixels(file, bytes) : kind === 'png' ? pngPixels(head) : webpPixels(head),
      bytes,
    };
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

function pngPixels(head: Buffer): number | null {
  return head.length < 24 ? null : head.readUInt32BE(16) * head.readUInt32BE(20);
}

function webpPixels(head: Buffer): number | null {
  if (head.length < 30) return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1);
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
    }
    default:
      return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
  }
}

/**
 * Metadata and thumbnails may precede the frame with the dimensions; no camera writes more than a few dozen segments.
 */
const mostSegments = 100;

async function jpegPixels(file: FileHandle, size: number): Promise<number | null> {
  let at = 2;
  for (let segment = 0; segment < mostSegments && at < size; segment++) {
    const part = await bytesAt(file, at, 9);
    if (part.length < 9 || part[0] !== 0xff) return null;
    const marker = part[1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return part.readUInt16BE(5) * part.readUInt16BE(7);
    // Bytes between segments are padded with 0xff.
    at += marker === 0xff ? 1 : 2 + part.readUInt16BE(2);
  }
  return null;
}
