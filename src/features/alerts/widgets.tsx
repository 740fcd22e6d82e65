/** Public API in the browser: widgets for other features' pages. */
export { FollowButton } from './components/follow-button.tsx';
export { PriceAlertButton } from './components/price-alert-button.tsx';
