/** Public API, pure: values for browser and server. */

export { withOrganization } from './model/organization.ts';
export { rightsSentences, soldByMeans, soldByWords, withdrawalDays } from './model/trader.rules.ts';
export { traderLines } from './trader-lines.ts';
