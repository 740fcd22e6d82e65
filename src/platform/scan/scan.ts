/** Scans uploaded files for known malware, before anything else reads them. */
export interface Scanner {
  /** The name of the malware in the file, or null. Throws `ScanFailed` when the scan was not possible. */
  scan(path: string): Promise<string | null>;
}

export class ScanFailed extends Error {
  override name = 'ScanFailed';
}

/** By the code of the refusal: for pages, whose address contains only the code. */
export const scanSentences = {
  infected_file: 'We found malware in this file and deleted it. Your form wasn’t saved.',
  scan_away: 'We can’t check files for malware right now. Try again in a few minutes.',
} as const;
