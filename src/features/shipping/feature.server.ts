import type { Feature } from '#platform/feature.ts';
import { exportShipping, forgetShipping, shippingReturn } from './erase-member.server.ts';
import { shippingChanged } from './model/shipping.events.ts';
import { addShippingApi } from './shipping.api.server.ts';
import { shippingData, shippingRetained } from './shipping.data.ts';
import { shippingLimits } from './shipping.limits.ts';
import { shippingPolicy } from './shipping.policy.ts';

export const feature: Feature = {
  name: 'shipping',
  policy: shippingPolicy,
  personalData: shippingData,
  retention: shippingRetained,
  events: [shippingChanged],
  dataExport: { part: 'account', read: exportShipping },
  erasure: { rank: 28, erase: forgetShipping, restore: shippingReturn },
  navigation: [
    { in: 'dashboard', rank: 32, to: '/dashboard/shipping', label: 'Shipping methods', icon: 'shipping' },
    { in: 'operator', rank: 20, to: '/admin/shipping', label: 'Shipping' },
  ],
  limits: Object.values(shippingLimits),
  api: addShippingApi,
};
