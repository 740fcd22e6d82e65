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
  retention: listsRetained,
  dataExport: { part: 'wanted', read: exportLists },
  erasure: { rank: 36, erase: forgetLists, restore: listsReturn },
  memberPages: ['/want-lists/add'],
  exactMemberPages: ['/want-lists'],
  navigation: [{ in: 'dashboard', rank: 44, to: '/want-lists', label: 'Want lists', icon: 'lists' }],
  uploads: { api: /^\/api\/want-lists\/[^/]+\/import$/, forms: /^\/want-lists\/[^/]+\/file$/ },
  textUploads: [
    { at: /^\/want-lists(?:\.data)?$/, maxBytes: listLimits.pastedBytes, mayUpload: async () => true },
    {
      at: /^(?:\/api\/want-lists\/([^/]+)\/import|\/want-lists\/([^/]+)\/edit(?:\.data)?)$/,
      maxBytes: listLimits.pastedBytes,
      mayUpload: isOwnList,
    },
  ],
  limits: Object.values(listsLimits),
  sitemap: { entries: { name: 'lists', partStarts: publicListParts, list: publicListPages } },
  api: addListsApi,
  threadSubjects: { list: listSubject },
  replayedResponses: {
    'POST /api/want-lists': async (platform, actor, id) => ({
      status: 201,
      body: await getListFor(platform, actor, id),
    }),
  },
};
