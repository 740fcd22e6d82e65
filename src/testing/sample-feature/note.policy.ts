import { definePolicy } from '#platform/policy/policy.ts';

export const notePolicy = definePolicy('a note', {
  keep: { needs: 'member', by: 'each member', at: ['POST /api/notes', 'page /notes/mine'] },
  wave: { needs: 'anybody', by: 'anybody', at: ['POST /api/notes/wave'] },
});
