import * as z from 'zod';
import { invalid } from '#kernel/refusal.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { SquarePart } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { avatarBytes } from './avatar.rules.ts';
import { avatarTooLarge } from './avatar.server.ts';

const pixels = (what: string) =>
  z.coerce.number(`Enter ${what} in pixels.`).int(`Enter ${what} as a whole number of pixels.`).min(0).max(100_000);
/** The square of the photo, from the query string. */
export const partQuery = z.object({
  x: pixels('x').optional(),
  y: pixels('y').optional(),
  size: pixels('size').min(1).optional(),
});

/** Receives the one photo of the member's form as a file on disk. */
export function receiveAvatar<T>(
  platform: Platform,
  actor: Actor,
  request: Request,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const limits = { field: 'photo', maxFiles: 1, maxFileBytes: avatarBytes, tooLarge: avatarTooLarge };
  return receiveUpload(platform, actor.id, request, limits, async ([file]) => {
    if (!file) throw invalid({ photo: 'Choose a photo.' });
    return work(file.path);
  });
}

/** The requested part of the picture; all three numbers or none. */
export function readPart(query: Record<string, string>): SquarePart | undefined {
  const parsed = partQuery.safeParse(query);
  if (!parsed.success)
    throw invalid({ crop: parsed.error.issues[0]?.message ?? 'Enter the part of the photo in pixels.' });
  const { x, y, size } = parsed.data;
  if (x === undefined && y === undefined && size === undefined) return undefined;
  if (x === undefined || y === undefined || size === undefined)
    throw invalid({ crop: 'Send x, y and size, or none of them.' });
  return { x, y, size };
}
