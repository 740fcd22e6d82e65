import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestMarket, TestMember } from '#testing/server.ts';

export function uploadTo(
  market: TestMarket,
  id: string,
  files: [name: string, bytes: Buffer][],
  as?: TestMember,
  field = 'photos',
) {
  const body = new FormData();
  for (const [name, bytes] of files)
    body.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name);
  return market.request('POST', `/api/listings/${id}/photos`, as ? { as, body } : { body });
}

export function storedPhotos(market: TestMarket): string[] {
  const folder = join(market.platform.config.dataDir, 'files/photos');
  return existsSync(folder) ? readdirSync(folder).filter((name) => readdirSync(join(folder, name)).length > 0) : [];
}
