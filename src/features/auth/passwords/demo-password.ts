/** Of all members of the demo market. It is printed at every start of a sandbox, so in production it opens nothing. */
export const demoPassword = 'near-mint-demo';
