/** Face, server: what pages may ask of alerts. */

export { hasPriceAlert } from './favorites/price-alert.server.ts';
export { isFollowing } from './saved-searches/follows.server.ts';
