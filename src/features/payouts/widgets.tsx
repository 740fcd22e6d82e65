/** Public API, React: what other pages show of payouts. */
export type { Banner } from './accounts/banner.rules.ts';
export { AccountBanner } from './components/account-banner.tsx';
export { HoldTable } from './components/hold-table.tsx';
export { PayoutLine } from './components/payout-line.tsx';
export { SalesBlockNote } from './components/sales-block-note.tsx';
