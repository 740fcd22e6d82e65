import type { Feature } from '#platform/feature.ts';
import { ledgerData } from './ledger.data.ts';

export const feature: Feature = { name: 'ledger', personalData: ledgerData };
