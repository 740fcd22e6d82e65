import type { Feature } from '#platform/feature.ts';
import { paymentMoved } from './book-payment.server.ts';
import { ledgerData } from './ledger.data.ts';

export const feature: Feature = { name: 'ledger', personalData: ledgerData, events: [paymentMoved] };
