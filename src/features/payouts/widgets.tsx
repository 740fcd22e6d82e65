/** Public API, React: what other pages show of payouts. */
export type { Banner } from './accounts/banner.rules.ts';
export { AccountBanner } from './components/account-banner.tsx';
