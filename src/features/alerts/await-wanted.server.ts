import { howOftenTold, takeUntold } from '#features/wanted/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { awaitNews, type NewAlert, tellAsOften } from './await-news.server.ts';

/** Has the owners of these wants told of the copies that came to meet them, each as often as they chose for it. */
export async function awaitWanted(platform: Platform, { wants, wantId }: { wants: string[]; wantId?: string | undefined }): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const untold = await takeUntold(tx, wantId === undefined ? wants : [wantId], now);
    const news = untold.map((copy): NewAlert => {
      return { memberId: copy.ownerId, kind: 'want', sourceId: copy.wantId, listingId: copy.listingId, about: 'new', frequency: copy.frequency };
    });
    await awaitNews(tx, news, now);
  });
}

/** Has what waits of a want told as often as its owner chooses now. */
export async function followWant(platform: Platform, wantId: string): Promise<void> {
  await write(platform, async (tx) => {
    const found = await howOftenTold(tx.db, wantId);
    if (found) await tellAsOften(tx, { memberId: found.ownerId, kind: 'want', sourceId: wantId, frequency: found.frequency }, platform.clock.now());
  });
}
