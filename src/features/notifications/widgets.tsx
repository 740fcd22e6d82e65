/** Public API in the browser: widgets for other pages. */
export { LatestEntries } from './components/latest-entries.tsx';
