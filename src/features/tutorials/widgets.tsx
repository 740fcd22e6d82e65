/** Public API, React: for pages and the layout. */
export { GuideOffer } from './components/tutorial-offer.tsx';
export { GuidesProvider } from './components/tutorials-provider.tsx';
