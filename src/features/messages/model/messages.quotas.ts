import { defineQuotas } from '#platform/limits/quotas.ts';
import { messageRefusals } from '../contract.ts';

export const messagesQuotas = defineQuotas('messages', {
  photosWaiting: {
    counts: 'photos of conversations that are in no message yet',
    per: 'member',
    most: 24,
    unit: '',
    freed: 'sending them, or after a day',
    status: 409,
    code: messageRefusals.photoQuota,
    sentence: 'You have 24 unsent photos. Send them first, or wait a day until they’re deleted.',
  },
});
