import { followSeller } from '#features/alerts/saved-searches/follows.server.ts';
import { saveSearch } from '#features/alerts/saved-searches/saved-searches.server.ts';
import { dayMs } from '#kernel/time.ts';
import { before, type Chapter, memberOf } from './chapter.ts';
import { demoMembers } from './members.ts';
import { seeded, seedOf } from './seeded.ts';
import { actorOf, share } from './simulator.ts';

const searches = [
  ['Charizard up to $50', 'q=charizard&maxPrice=50', 'now'],
  ['Graded Pokémon', 'game=pokemon&graded=true', 'daily'],
  ['Magic rares up to $5', 'game=magic&rarity=Rare&maxPrice=5', 'weekly'],
  ['Near mint foils', 'condition=near_mint&finish=foil', 'daily'],
] as const;

/** Since when the collector waits: long enough that something has come. */
export const collectorWaitsMs = 4 * dayMs;

/** Alerts: every demo account has some, and one in three of the other members. */
export const alertsChapter: Chapter = {
  name: 'saved searches',
  async make(demo) {
    const sellers = [...new Set(demo.listings.map(({ sellerId }) => sellerId))].sort();
    const waits = demoMembers.flatMap((member) => {
      const random = seeded(seedOf(`alerts ${member.email}`));
      const isShown = /^(collector|shop)@/.test(member.email);
      if (!isShown && random() > 0.35) return [];
      const seller = sellers[Math.floor(random() * sellers.length)];
      const most = isShown ? searches.length : 1 + Math.floor(random() * 2);
      const first = isShown ? 0 : Math.floor(random() * (searches.length - 1));
      return [{ member, seller, searches: searches.slice(first, first + most), part: random() }];
    });
    await share(
      demo.simulators,
      waits,
      async (simulator, { member, seller, searches: saved, part }) => {
        // The others after all copies were listed, so that no member starts with many notifications.
        simulator.moveTo(
          before(demo, member.email === 'collector@example.test' ? collectorWaitsMs : Math.floor(part * 0.01 * dayMs)),
        );
        const actor = actorOf(memberOf(demo, member.email).id);
        for (const [name, query, frequency] of saved)
          await saveSearch(simulator.platform, actor, { name, query, frequency });
        if (seller && seller !== actor.id) await followSeller(simulator.platform, actor, seller, 'daily');
      },
      demo.progress,
    );
  },
};
