import { definePolicy } from '#platform/policy/policy.ts';

export const cardReportPolicy = definePolicy('a report of wrong card data', {
  report: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/catalogue/cards/{id}/reports', 'page /card-reports/:id'],
    signIn: 'Sign in to report wrong card data.',
  },
});
