/** Made by `dev/asleep.ts`. */
declare module 'virtual:asleep' {
  /** The starter as an inline script; empty in the browser's own code. */
  export const starter: string;
  /** The address of the watch. */
  export const watchFile: string;
  /** The address of what a member's page has instead of a starter. */
  export const keeperFile: string;
}
