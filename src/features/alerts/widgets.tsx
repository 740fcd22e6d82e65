/** Face, browser: what other pages place. */
export { FollowButton } from './components/follow-button.tsx';
