import type { Feature } from '#platform/feature.ts';
import { addAddressesApi } from './addresses.api.server.ts';
import { addressesData, addressesRetained } from './addresses.data.ts';
import { addressesLimits, addressesQuotas } from './addresses.limits.ts';
import { addressPolicy } from './addresses.policy.ts';
import { getAddress } from './addresses.queries.server.ts';
import { addressesReturn, exportAddresses, forgetAddresses } from './erase-member.server.ts';

export const feature: Feature = {
  name: 'addresses',
  policy: addressPolicy,
  personalData: addressesData,
  retention: addressesRetained,
  dataExport: { part: 'account', read: exportAddresses },
  erasure: { rank: 27, erase: forgetAddresses, restore: addressesReturn },
  navigation: [
    {
      in: 'settings',
      rank: 18,
      to: '/settings/addresses',
      label: 'Addresses',
      about: 'Where your orders are shipped',
      icon: 'addresses',
    },
  ],
  limits: Object.values(addressesLimits),
  quotas: Object.values(addressesQuotas),
  api: addAddressesApi,
  replayedResponses: {
    'POST /api/addresses': async ({ db }, actor, id) => ({ status: 201, body: await getAddress(db, actor, id) }),
  },
};
