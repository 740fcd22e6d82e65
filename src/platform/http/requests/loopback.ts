/** Whether a host name, as in `URL`, is this machine's. */
export function isLoopback(hostname: string): boolean {
  // The pattern is complete, since a domain name may also start with `127.`.
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The same for a socket's address. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || isLoopback(address.replace(/^::ffff:/i, ''));
}
