/** The normal form of an address: lower case, without surrounding space. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

const shape =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * Whether a normalised text is an address: ASCII only and no quoted local part, so that every mail server and our index
 * parse it in the same way.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && shape.test(text) && !/^\.|\.\.|\.@/.test(text);
}

/** A masked address: enough to recognise one's own, too little to write to it. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`;
}
