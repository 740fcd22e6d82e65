/** Public API on the server. */

export { getAd, listAds } from './ads.queries.server.ts';
export { adFor } from './choose-ad.server.ts';
export { adsTopic } from './model/ads.events.ts';
export { drawAdPicture, pictureSentence, receiveAdPicture } from './picture.server.ts';
export { changeAd, createAd, removeAd, setAdPicture } from './write-ad.server.ts';
