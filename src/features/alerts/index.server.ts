/** Public API on the server. */

export { findPriceTarget } from './favorites/price-alert.server.ts';
export { newestAlerts } from './notify/newest-alerts.server.ts';
export { followsAny, isFollowing } from './saved-searches/follows.server.ts';
