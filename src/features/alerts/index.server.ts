/** Public API on the server. */

export { hasPriceAlert } from './favorites/price-alert.server.ts';
export { isFollowing } from './saved-searches/follows.server.ts';
