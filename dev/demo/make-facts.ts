import { countFacts } from '#features/reviews/index.server.ts';
import type { Chapter } from './chapter.ts';

/** What the year's orders and conversations say of their members: nobody heard of them as they came. */
export const factsChapter: Chapter = {
  name: 'facts',
  async make(demo) {
    const each = [...demo.members.values()];
    for (const [n, { id }] of each.entries()) {
      await countFacts(demo.platform, id);
      demo.progress(n + 1, each.length);
    }
  },
};
