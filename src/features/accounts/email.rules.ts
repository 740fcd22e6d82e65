/** What one mailbox is written as: no case, no space around. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

const shape = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Whether a normalised text is an address: ASCII only and no quoted local part, so that every mail server and our index read it in one way. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && shape.test(text) && !/^\.|\.\.|\.@/.test(text);
}
