import { addFavorite, countView } from '#features/listings/index.server.ts';
import { flushViews } from '#features/listings/read/views.server.ts';
import { dayMs } from '#kernel/time.ts';
import { type Chapter, type MadeListing, memberOf } from './chapter.ts';
import { demoMembers } from './members.ts';
import { type Random, seeded, seedOf } from './seeded.ts';
import { actorOf, share } from './simulator.ts';

/** Hearts and looks: dear cards are dreamt of, old listings have been seen more often. */
export const favouritesChapter: Chapter = {
  name: 'favorites',
  async make(demo) {
    const byPrice = [...demo.listings].sort((a, b) => b.amount - a.amount);
    const wishes = demoMembers.flatMap((member) => {
      const random = seeded(seedOf(`favourites ${member.email}`));
      const count = member.email === 'collector@example.test' ? 24 : Math.floor(random() * 14);
      return [...new Set(Array.from({ length: count }, () => wish(random, byPrice)))]
        .filter((listing) => listing.sellerEmail !== member.email)
        .map((listing) => ({ member, listing, share: random() }));
    });
    await share(
      demo.simulators,
      wishes,
      async (simulator, { member, listing, share: part }) => {
        const sinceMs = demo.now.getTime() - listing.publishedAt.getTime();
        simulator.moveTo(new Date(demo.now.getTime() - Math.floor(sinceMs * part)));
        await addFavorite(simulator.platform, actorOf(memberOf(demo, member.email).id), listing.id);
      },
      demo.progress,
    );
    const random = seeded(5);
    for (const listing of demo.listings) {
      const days = (demo.now.getTime() - listing.publishedAt.getTime()) / dayMs;
      const looks = Math.floor((1 + days * 2) * random() * (1 + Math.log10(listing.amount)));
      for (let i = 0; i < looks; i++) countView(demo.platform, listing.id);
    }
    await flushViews(demo.platform);
  },
};

function wish(random: Random, byPrice: readonly MadeListing[]): MadeListing {
  const chosen = byPrice[Math.floor(random() ** 2 * byPrice.length)];
  if (!chosen) throw new RangeError('the demo has no listing to favorite');
  return chosen;
}
