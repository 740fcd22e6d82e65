import { type Mutation, planted } from '../mutation.ts';

const listings = 'src/features/listings';
const ways = [`${listings}/search-ways.test.ts`];

/** Reads that are answered out of memory, together, or before the framework. */
export const fastRows: readonly Mutation[] = [
  ...planted({ area: 'fast', file: `${listings}/text-store.ts`, tests: ways }, [
    'a text outlives a change of its listing',
    '(id: string, sellerId: string) => [`listing:',
    '(sellerId: string, id: string) => [`listing:',
  ]),
  ...planted({ area: 'fast', file: `${listings}/search-memory.server.ts`, tests: ways }, [
    'a page begins with the last of the one before',
    'compareKeys(key, from) * direction <= 0',
    'compareKeys(key, from) * direction < 0',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/db/batched.ts', tests: ['src/platform/db/batched.test.ts'] }, [
    'who comes later is given what was read before',
    '      next = null;\n      return read([...keys]);',
    '      return read([...keys]).finally(() => { next = null; });',
  ]),
  ...planted({ area: 'fast', file: 'src/platform/cache/tag-cache.ts', tests: ['src/platform/cache/tag-cache.test.ts'] }, [
    'what has changed is given',
    '    if (this.changedSince(entry.tags, entry.begun)) return true;\n',
    '',
  ]),
  ...planted({ area: 'fast', file: 'src/app/quick-answers.server.ts', tests: ['src/app/quick-answers.test.ts'] }, [
    'an answer without the policy of what is no page',
    "    ['content-security-policy', nothingAllowed],\n",
    '',
  ]),
];
