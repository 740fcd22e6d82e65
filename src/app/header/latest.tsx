/** Loaded when the bell is first pressed. */
export { LatestEntries as default } from '#features/notifications/widgets.tsx';
