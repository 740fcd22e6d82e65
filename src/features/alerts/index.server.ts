/** Face, server: what pages may ask of alerts. */
export { isFollowing } from './follows.server.ts';
export { hasPriceAlert } from './price-alert.server.ts';
