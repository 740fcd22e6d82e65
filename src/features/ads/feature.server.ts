import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { addAdsApi } from './ads.api.server.ts';
import { adsData } from './model/ads.data.ts';
import { adChanged } from './model/ads.events.ts';
import { sweepAdPictureJob } from './model/ads.jobs.ts';
import { adsLimits, adsQuotas } from './model/ads.limits.ts';
import { adsPolicy } from './model/ads.policy.ts';
import { sweepAdPicture } from './picture.server.ts';

export const feature: Feature = {
  name: 'ads',
  policy: adsPolicy,
  personalData: adsData,
  limits: Object.values(adsLimits),
  quotas: Object.values(adsQuotas),
  robotsDisallow: ['/ads'],
  api: addAdsApi,
  events: [adChanged],
  jobs: [runs(sweepAdPictureJob, (platform, { picture }) => sweepAdPicture(platform, picture))],
};
