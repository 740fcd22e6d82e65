/** Face, React: what pages and the frame may place. */
export { GuideOffer } from './components/tutorial-offer.tsx';
export { GuidesProvider } from './components/tutorials-provider.tsx';
