import { weakMemo } from '#kernel/weak-memo.ts';
import { overQuota } from '../../limits/quotas.ts';
import type { Platform } from '../../platform.ts';
import { httpLimits, httpQuotas } from '../http.limits.ts';
import { lookThrough } from './look-through.ts';
import { type MultipartLimits, type ReceivedFile, receiveFiles } from './multipart.ts';

/**
 * The only way in for the files of a member: few forms of one member at a time, so many an hour (429 both), and no byte
 * of the body is read before. Whether the member may send them at all is asked by the caller, before this. The files
 * are there while `work` runs, and have been looked through for malware where the market has a scanner.
 */
export async function receiveUpload<T>(
  platform: Pick<Platform, 'limits' | 'bus' | 'scanner' | 'security' | 'log'>,
  memberId: string,
  request: Request,
  limits: MultipartLimits,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  return asOneOfFew(platform, memberId, async () => {
    await platform.limits.count(httpLimits.uploads, memberId);
    return receiveFiles(request, limits, async (files) => {
      await lookThrough(platform, files);
      return work(files);
    });
  });
}

/** Uploads of each member at this process. */
export const uploadsUnderWay = weakMemo((_bus: Platform['bus']) => new Map<string, number>());

/** Does what holds a large body of a member, few at a time of one member at this process (429 past that). */
export async function asOneOfFew<T>(
  { bus }: Pick<Platform, 'bus'>,
  memberId: string,
  work: () => Promise<T>,
): Promise<T> {
  const underWay = uploadsUnderWay(bus);
  const mine = underWay.get(memberId) ?? 0;
  if (mine >= httpQuotas.uploadsUnderWay.most) throw overQuota(httpQuotas.uploadsUnderWay);
  underWay.set(memberId, mine + 1);
  try {
    return await work();
  } finally {
    const left = (underWay.get(memberId) ?? 1) - 1;
    if (left > 0) underWay.set(memberId, left);
    else underWay.delete(memberId);
  }
}
