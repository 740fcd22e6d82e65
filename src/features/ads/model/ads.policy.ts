import { definePolicy } from '#platform/policy/policy.ts';

/** Writing ads is in the policy of `admin`, with its pages. */
export const adsPolicy = definePolicy('an ad', {
  look: { needs: 'anybody', by: 'anybody', at: ['GET /ads/pictures/{id}/{file}'] },
  follow: {
    needs: 'anybody',
    by: 'anybody; what does not run is not counted',
    at: ['GET /ads/{id}/go', 'POST /api/ads/{id}/shown'],
  },
});
