/** Face, React: what other rooms and the frame may place. */
export { AccountKeeper } from './components/account-keeper.tsx';
export { ProfileHeader, type ProfileHeaderProps } from './components/profile-header.tsx';
export { saveIntent } from './redirect-storage.ts';
