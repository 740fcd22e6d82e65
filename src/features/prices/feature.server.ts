import type { Feature } from '#platform/feature.ts';
import { pricePolicy } from './price.policy.ts';
import { addPricesApi } from './prices.api.server.ts';
import { pricesData } from './prices.data.ts';

export const feature: Feature = { name: 'prices', policy: pricePolicy, personalData: pricesData, api: addPricesApi };
