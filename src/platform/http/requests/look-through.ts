import { Refusal } from '#kernel/refusal.ts';
import type { Platform } from '../../platform.ts';
import { ScanFailed, scanSentences } from '../../scan/scan.ts';
import { httpSecurity } from '../http.security.ts';
import type { ReceivedFile } from './multipart.ts';

/**
 * Scans each file where the app has a malware scanner. An infected file refuses the whole form (422), and so does a
 * failed scan (503).
 */
export async function scanFiles(
  { scanner, security, log }: Pick<Platform, 'scanner' | 'security' | 'log'>,
  files: readonly ReceivedFile[],
) {
  if (scanner === null) return;
  for (const { path } of files) {
    const found = await scanner.scan(path).catch((error) => {
      if (!(error instanceof ScanFailed)) throw error;
      log.error('a file could not be looked through for malware', { error });
      throw new Refusal(503, 'scan_away', scanSentences.scan_away, { retryAfterSeconds: 60 });
    });
    if (found === null) continue;
    security.note(httpSecurity.infectedFile, { outcome: 'refused', code: 'infected_file' });
    log.warn('a member sent a file that is known as malware', { signature: found.slice(0, 100) });
    throw new Refusal(422, 'infected_file', scanSentences.infected_file);
  }
}
