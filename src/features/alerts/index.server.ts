/** Face, server: what pages may ask of alerts. */
export { followingAsked } from './follows.server.ts';
export { priceAlertAsked } from './price-alert.server.ts';
