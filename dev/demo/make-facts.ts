import { countFacts } from '#features/reviews/index.server.ts';
import type { Chapter } from './chapter.ts';

/** Measured facts of the year's orders and conversations: no event was published for them. */
export const factsChapter: Chapter = {
  name: 'seller performance',
  async make(demo) {
    const each = [...demo.members.values()];
    for (const [n, { id }] of each.entries()) {
      await countFacts(demo.platform, id);
      demo.progress(n + 1, each.length);
    }
  },
};
