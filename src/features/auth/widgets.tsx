/** Face, React: what other rooms and the frame may place. */
export { AccountKeeper } from './components/account-refresh.tsx';
export { GoogleButton } from './components/google-button.tsx';
export { saveIntent, withStorage } from './redirect-storage.ts';
export { clearBrowser, onboardingKey } from './sign-in/sign-out-browser.ts';
