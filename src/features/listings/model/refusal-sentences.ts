import { httpLimits, httpQuotas } from '#platform/http/http.limits.ts';
import { scanSentences } from '#platform/scan/scan.ts';
import { listingRefusals } from '../contract.ts';
import { listingQuotas } from './listing.quotas.ts';
import { listingLimits } from './listing.rules.ts';
import { debtSentence, timeOverSentence } from './state-sentences.ts';

const other = 'refused';

/**
 * The text of a page after a refused plain form. An address carries the code and never the sentence, so that a link
 * cannot inject text.
 */
const sentences: Readonly<Record<string, string>> = {
  [listingRefusals.tierLimit]:
    'You’ve reached your plan’s active listings limit. Pause or delete a listing, or get Premium.',
  [listingRefusals.debtOverdue]: debtSentence,
  [listingRefusals.frozen]: 'You can’t change this listing because a buyer is paying for it or it’s sold.',
  [listingRefusals.wrongState]: 'The listing’s status doesn’t allow this. Reload the page and check its status.',
  [listingRefusals.timeOver]: timeOverSentence,
  [listingRefusals.versionChanged]: 'The listing was changed in the meantime. Reload the page and try again.',
  [listingRefusals.removed]: 'This listing has been removed.',
  [listingRefusals.photoRequired]: 'Add a photo first. Listings at this price need one.',
  [listingRefusals.photoTooLarge]: `A photo is larger than ${listingLimits.photoBytes / 1024 / 1024} MB or ${listingLimits.photoPixels / 1_000_000} megapixels. Use a smaller photo.`,
  [listingRefusals.photoUnreadable]: 'One of the files isn’t supported. Use JPEG, PNG or WebP photos.',
  [listingRefusals.photoQuota]: listingQuotas.photosOfDrafts.sentence,
  uploads_under_way: httpQuotas.uploadsUnderWay.sentence,
  too_many_requests: httpLimits.uploads.sentence ?? other,
  invalid: `Choose 1 to ${listingLimits.maxPhotos} photos for a listing.`,
  too_large: 'Couldn’t upload the photos because they’re too large together. Upload fewer at once.',
  suspended: 'Your account is suspended.',
  bad_multipart: 'Couldn’t upload the photos. Try again.',
  ...scanSentences,
  files_away: 'Photos are temporarily unavailable. Try again in a minute.',
  no_room: 'Your photos weren’t saved because our storage is full. Try again later.',
  busy: 'Many photos are being prepared right now. Try again in a moment.',
  [other]: 'Couldn’t update the listing. Reload the page and try again.',
};

/** The code to put into an address for this refusal. */
export function refusalCode({ code }: { code: string }): string {
  return Object.hasOwn(sentences, code) ? code : other;
}

/** The sentence of a code from an address; null for none that we know. */
export function refusalSentence(code: string | null): string | null {
  return code !== null && Object.hasOwn(sentences, code) ? (sentences[code] ?? null) : null;
}
