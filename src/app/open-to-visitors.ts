/** What people write before they are signed in, and the looks that visitors leave at a listing. */
const openToVisitors =
  /^\/api\/(auth\/(sign-(in|up)\/|(request-password-reset|reset-password)$|change-email\/c|passkey\/(generate|verify)-authenticat|two-factor\/verify-)|stripe\/webhook$|listings\/[^/]+\/view$)/;

export function isOpenToVisitors(path: string): boolean {
  return openToVisitors.test(path);
}
