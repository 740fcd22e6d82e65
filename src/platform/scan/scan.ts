/** Looks through what strangers send for known malware, before anything else reads it. */
export interface Scanner {
  /** The name of what was found in the file, or null. Throws `ScanFailed` where nobody could tell. */
  scan(path: string): Promise<string | null>;
}

export class ScanFailed extends Error {
  override name = 'ScanFailed';
}

/** Of a file that is not taken for it, by the code of the refusal: for pages, whose addresses carry the code alone. */
export const scanSentences = {
  infected_file: 'The file was recognised as harmful and was thrown away. Nothing of the form was kept.',
  scan_away: 'Files cannot be looked through for malware right now, so none are taken. Try again in a few minutes.',
} as const;
