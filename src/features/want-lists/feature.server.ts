import type { Feature } from '#platform/feature.ts';
import { exportLists, forgetLists, listsReturn } from './erase-member.server.ts';
import { isOwnList } from './import-wants.server.ts';
import { publicListPages, publicListParts } from './sitemap.server.ts';
import { listsData, listsKept } from './want-list.data.ts';
import { listPolicy } from './want-list.policy.ts';
import { listSubject } from './want-list.subject.server.ts';
import { addListsApi } from './want-lists.api.server.ts';
import { listsLimits } from './want-lists.limits.ts';
import { getListFor } from './want-lists.queries.server.ts';
import { listLimits } from './words.ts';

export const feature: Feature = {
  name: 'lists',
  policy: listPolicy,
  personalData: listsData,
  keeps: listsKept,
  exports: { part: 'wanted', read: exportLists },
  forgets: { rank: 36, forget: forgetLists, returns: listsReturn },
  guarded: ['/want-lists/add'],
  guardedAlone: ['/want-lists'],
  places: [{ in: 'dashboard', rank: 44, to: '/want-lists', label: 'Want lists', icon: 'lists' }],
  uploads: { api: /^\/api\/want-lists\/[^/]+\/import$/, forms: /^\/want-lists\/[^/]+\/file$/ },
  pastes: [
    { at: /^\/want-lists(?:\.data)?$/, maxBytes: listLimits.pastedBytes, mayPaste: async () => true },
    { at: /^(?:\/api\/want-lists\/([^/]+)\/import|\/want-lists\/([^/]+)\/edit(?:\.data)?)$/, maxBytes: listLimits.pastedBytes, mayPaste: isOwnList },
  ],
  limits: Object.values(listsLimits),
  sitemap: { things: { name: 'lists', firsts: publicListParts, list: publicListPages } },
  api: addListsApi,
  threadSubjects: { list: listSubject },
  answersAgain: { 'POST /api/want-lists': async (platform, actor, id) => ({ status: 201, body: await getListFor(platform, actor, id) }) },
};
