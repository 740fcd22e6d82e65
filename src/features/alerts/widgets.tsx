/** Face, browser: what other pages place. */
export { FollowButton } from './components/follow-button.tsx';
export { PriceAlertButton } from './components/price-alert-button.tsx';
