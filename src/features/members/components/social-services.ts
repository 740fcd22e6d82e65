/** External services that a profile links to, in the order shown. */
export const socialServices = [
  { name: 'youtube', label: 'YouTube', example: 'https://youtube.com/@you' },
  { name: 'twitter', label: 'Twitter', example: 'https://x.com/you' },
  { name: 'facebook', label: 'Facebook', example: 'https://facebook.com/you' },
] as const;
