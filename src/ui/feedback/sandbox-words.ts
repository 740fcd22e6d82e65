/** What every page of a sandbox says that strangers can reach. */
export const openSandboxWords = 'This is a test site. Payments are not real, and the site owner can read all emails.';
