import { defineQuotas } from '#platform/limits/quotas.ts';
import { messageRefusals } from '../contract.ts';

export const messagesQuotas = defineQuotas('messages', {
  photosWaiting: {
    counts: 'photos of conversations that no message carries yet',
    per: 'member',
    most: 24,
    unit: '',
    freed: 'sending them, or after a day',
    status: 409,
    code: messageRefusals.photoQuota,
    sentence: 'You have 24 photos that no message carries yet. Send those first; what is not sent goes after a day.',
  },
});
