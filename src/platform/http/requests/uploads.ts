import { weakMemo } from '#kernel/weak-memo.ts';
import { overQuota } from '../../limits/quotas.ts';
import type { Platform } from '../../platform.ts';
import { httpLimits, httpQuotas } from '../http.limits.ts';
import { scanFiles } from './look-through.ts';
import { type MultipartLimits, type ReceivedFile, receiveFiles } from './multipart.ts';

/**
 * The only entry point for files of a member: limits concurrent forms and forms per hour (429 both) before the body is
 * read. The caller authorises the member first. The files exist while `work` runs, and have been scanned for malware
 * where the app has a scanner.
 */
export async function receiveUpload<T>(
  platform: Pick<Platform, 'limits' | 'bus' | 'scanner' | 'security' | 'log'>,
  memberId: string,
  request: Request,
  limits: MultipartLimits,
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  return limitUploads(platform, memberId, async () => {
    await platform.limits.count(httpLimits.uploads, memberId);
    return receiveFiles(request, limits, async (files) => {
      await scanFiles(platform, files);
      return work(files);
    });
  });
}

/** Running uploads of each member in this process. */
export const uploadsUnderWay = weakMemo((_bus: Platform['bus']) => new Map<string, number>());

/** Runs work that holds a large body of a member, with a limit per member and process (429 beyond it). */
export async function limitUploads<T>(
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
