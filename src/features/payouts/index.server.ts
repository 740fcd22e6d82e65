/** Public API on the server: payouts for other pages. */
export { findAccountBanner } from './accounts/show-account.server.ts';
