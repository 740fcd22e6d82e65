/** Path of the metrics, which require their own token. */
export const metricsPath = '/metrics';
