export const nodeFlags: string[];
