import { all, type PersonalData } from '../../personal-data/personal-data.ts';
import type { RetainedData } from '../../personal-data/retained-data.ts';

export const requestKeysData: PersonalData = {
  // The answer is encrypted with the sender's own key and contains nothing beyond the export.
  idempotency_key: {
    rowsOf: 'member_id = $1',
    columns: {
      ...all('secret', 'key_hash fingerprint answer'),
      ...all('none', 'member_id run_id lease_until has_effect made created_at'),
    },
  },
};

/** Listed on the privacy page. */
export const requestKeysRetained: readonly RetainedData[] = [
  {
    rank: 12,
    title: 'Protection against repeated requests',
    says: 'The encrypted response to a request, in case your browser or app repeats it. This prevents duplicate purchases and messages.',
    tables: ['idempotency_key'],
  },
];
