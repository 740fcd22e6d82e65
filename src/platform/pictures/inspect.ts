import { type PictureProblem, pictureLimits } from './pictures.ts';

export type PictureKind = 'jpeg' | 'png' | 'webp';

/** The kind by the first bytes; the name and the claimed type of an upload are not trusted. */
export function kindOf(file: Buffer): PictureKind | null {
  if (file.length >= 3 && file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg';
  if (file.length >= 8 && file.subarray(0, 8).equals(pngSignature)) return 'png';
  if (file.length >= 12 && file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP')
    return 'webp';
  return null;
}

/**
 * Checks a file before any decoder reads it: null when it is one picture of an accepted kind, else the problem. A
 * polyglot (also a page, a script, an archive) is refused, although re-encoding would remove the other half: none
 * exists by accident.
 */
export function inspect(file: Buffer): PictureProblem | null {
  const kind = kindOf(file);
  if (kind === null) return looksLikeSvg(file) ? 'svg' : 'unknown_kind';
  if (hidesSomething(file)) return 'hidden_content';
  const size = kind === 'png' ? pngSize(file) : null;
  if (size && size.width * size.height > pictureLimits.pixels) return 'too_many_pixels';
  if (kind === 'png' && isAnimatedPng(file)) return 'animated';
  return null;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function looksLikeSvg(file: Buffer): boolean {
  return /<svg[\s>]|<!doctype svg/i.test(file.toString('latin1', 0, 4_096).replaceAll('\0', ''));
}

const textual = ['<script', '<?php', '<html', '<!doctype', '<svg'];
const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');

function hidesSomething(file: Buffer): boolean {
  // One pass each in native code; browsers and servers execute lower and upper case.
  if (textual.some((mark) => file.includes(mark, 0, 'latin1') || file.includes(mark.toUpperCase(), 0, 'latin1')))
    return true;
  if (file.subarray(0, 1_024).includes('%PDF-')) return true;
  // The directory of an archive is in the last 64 kB of a file.
  return file.subarray(Math.max(0, file.length - 65_557)).includes(zipEnd);
}

function pngSize(file: Buffer): { width: number; height: number } | null {
  if (file.length < 24 || file.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** The decoder would silently take the first frame, which need not be what the seller means to show. */
function isAnimatedPng(file: Buffer): boolean {
  for (let at = 8; at + 12 <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT' || type === 'IEND') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}
