/** Face, React: what other rooms and the frame may place. */
export { AccountKeeper } from './components/account-keeper.tsx';
export { GoogleButton } from './components/google-button.tsx';
export { ProfileHeader, type ProfileHeaderProps } from './components/profile-header.tsx';
export { profileWords } from './components/profile-words.ts';
export { SaveRow } from './components/save-row.tsx';
export { isOnboarded, type TutorialFlags, type TutorialKey, tutorialFlags, tutorialKeys, tutorialsAgain } from './profile/tutorial.rules.ts';
export { saveIntent, withStorage } from './redirect-storage.ts';
export { onboardingKey } from './sign-in/sign-out-browser.ts';
