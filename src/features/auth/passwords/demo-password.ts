/** The password of all demo members. Each start of a sandbox prints it, so in production it signs in to nothing. */
export const demoPassword = 'near-mint-demo';
