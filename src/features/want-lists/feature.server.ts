import type { Feature } from '#platform/feature.ts';
import { exportLists, forgetLists, listsReturn } from './edit/erase-member.server.ts';
import { isOwnList } from './import/import-wants.server.ts';
import { listsData, listsRetained } from './model/want-list.data.ts';
import { listPolicy } from './model/want-list.policy.ts';
import { listsLimits } from './model/want-lists.limits.ts';
import { publicListPages, publicListParts } from './read/sitemap.server.ts';
import { listSubject } from './read/want-list.subject.server.ts';
import { getListFor } from './read/want-lists.queries.server.ts';
import { addListsApi } from './want-lists.api.server.ts';
import { listLimits } from './words.ts';

export const feature: Feature = {
  name: 'lists',
  policy: listPolicy,
  personalData: listsData,
  keeps: listsRetained,
  exports: { part: 'wanted', read: exportLists },
  forgets: { rank: 36, forget: forgetLists, returns: listsReturn },
  guarded: ['/want-lists/add'],
  guardedAlone: ['/want-lists'],
  places: [{ in: 'dashboard', rank: 44, to: '/want-lists', label: 'Want lists', icon: 'lists' }],
  uploads: { api: /^\/api\/want-lists\/[^/]+\/import$/, forms: /^\/want-lists\/[^/]+\/file$/ },
  pastes: [
    { at: /^\/want-lists(?:\.data)?$/, maxBytes: listLimits.pastedBytes, mayPaste: async () => true },
    {
      at: /^(?:\/api\/want-lists\/([^/]+)\/import|\/want-lists\/([^/]+)\/edit(?:\.data)?)$/,
      maxBytes: listLimits.pastedBytes,
      mayPaste: isOwnList,
    },
  ],
  limits: Object.values(listsLimits),
  sitemap: { things: { name: 'lists', firsts: publicListParts, list: publicListPages } },
  api: addListsApi,
  threadSubjects: { list: listSubject },
  answersAgain: {
    'POST /api/want-lists': async (platform, actor, id) => ({
      status: 201,
      body: await getListFor(platform, actor, id),
    }),
  },
};
