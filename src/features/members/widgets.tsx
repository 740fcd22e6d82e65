/** Face, React: what other rooms and the frame may place. */
export { BioField, DisplayNameField, LocationField, UsernameField } from './components/person-fields.tsx';
export { ProfileHeader } from './components/profile-header.tsx';
export { profileWords } from './components/profile-words.ts';
export { SaveRow } from './components/save-row.tsx';
