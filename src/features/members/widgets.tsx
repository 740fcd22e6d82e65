/** Public API, React: for other features and the layout. */
export { BioField, DisplayNameField, LocationField, UsernameField } from './components/person-fields.tsx';
export { ProfileHeader } from './components/profile-header.tsx';
export { profileWords } from './components/profile-words.ts';
export { SaveRow } from './components/save-row.tsx';
