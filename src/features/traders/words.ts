/** Face, pure: what browser and server both say of who sells. */

export { withOrganization } from './model/organization.ts';
export { rightsSentences, soldByMeans, soldByWords, withdrawalDays } from './model/trader.rules.ts';
export { traderLines } from './trader-lines.ts';
