/** Face, React: that somebody is away. */
export { AwayNote } from './components/away-note.tsx';
