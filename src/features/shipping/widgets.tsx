/** Public API, React: what the host sets of shipping, and what is published of it. */
export { FiguresForm } from './components/figures-form.tsx';
export { FiguresList } from './components/figures-list.tsx';
export { ShippingForm } from './components/shipping-form.tsx';
