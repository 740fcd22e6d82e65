/** Face, React: what other rooms and the frame may place. */
export { AccountKeeper } from './components/account-keeper.tsx';
export { GoogleButton } from './components/google-button.tsx';
export { ProfileHeader, type ProfileHeaderProps } from './components/profile-header.tsx';
export { profileWords } from './components/profile-words.ts';
export { SaveRow } from './components/save-row.tsx';
export { saveIntent, withStorage } from './redirect-storage.ts';
export { onboardingKey } from './sign-out-browser.ts';
export { isOnboarded, type TutorialFlags, type TutorialKey, tutorialFlags, tutorialKeys, tutorialsAgain } from './tutorial.rules.ts';
