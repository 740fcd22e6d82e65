/** Public API, React: for other features and the layout. */
export { AccountRefresh } from './components/account-refresh.tsx';
export { GoogleButton } from './components/forms/google-button.tsx';
export { saveIntent, withStorage } from './redirect/redirect-storage.ts';
export { clearBrowser, onboardingKey } from './sign-in/sessions/sign-out-browser.ts';
