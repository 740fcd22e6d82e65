/** Where a monitor reads the numbers of a process, with a token of its own. */
export const metricsPath = '/metrics';
