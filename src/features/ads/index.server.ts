/** Face, server: what pages show of ads, and what operators do with them. */
export { adsTopic } from './ads.events.ts';
export { getAd, listAds } from './ads.queries.server.ts';
export { adFor } from './choose-ad.server.ts';
export { drawAdPicture, pictureSentence, receiveAdPicture } from './picture.server.ts';
export { changeAd, createAd, removeAd, setAdPicture } from './write-ad.server.ts';
