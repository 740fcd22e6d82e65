/** Face, for browser and server. */
export { adPictureAddress } from './picture.rules.ts';
