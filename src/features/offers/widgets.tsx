/** Face, React: offers as other pages show them. */
export { OfferButton } from './components/offer-button.tsx';
export { OfferCard } from './components/offer-card.tsx';
