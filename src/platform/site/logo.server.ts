import type { Platform } from '#platform/platform.ts';
import { logoKey } from './logo.ts';

/** The logo as PNG, with its id; null where none was uploaded or its file is gone. */
export async function readLogo({
  site,
  storage,
}: Pick<Platform, 'site' | 'storage'>): Promise<{ id: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const { logo } = (await site.read()).brand;
  const stored = logo === null ? null : await storage.get(logoKey(logo));
  return logo === null || stored === null ? null : { id: logo, bytes: stored.bytes };
}
