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
  infected_file: 'The file was recognised as harmful and was thrown away. Nothing of the form was kept.',
  scan_away: 'Files cannot be looked through for malware right now, so none are taken. Try again in a few minutes.',
} as const;
