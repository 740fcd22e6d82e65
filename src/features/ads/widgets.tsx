/** Face, browser: the place for an ad. */
export { AdPlace } from './components/ad-place.tsx';
