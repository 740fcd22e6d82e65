import { all, type PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RetainedData } from '../personal-data/retained-data.ts';

export const identityData: PersonalData = {
  auth_user: {
    rowsOf: 'id = $1',
    columns: {
      ...all('own', 'name email email_verified image'),
      ...all('none', 'id role suspended_at suspended_reason updated_at'),
      created_at: 'kept',
    },
  },
  auth_session: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'ip_address user_agent two_factors_at created_at expires_at'),
      token: 'secret',
      ...all('none', 'id user_id updated_at'),
    },
  },
  auth_account: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'provider_id account_id email created_at'),
      ...all('secret', 'password access_token refresh_token id_token'),
      ...all('none', 'id user_id access_token_expires_at refresh_token_expires_at scope updated_at'),
    },
  },
  auth_passkey: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'name device_type backed_up created_at last_used_at'),
      ...all('secret', 'credential_id public_key user_handle'),
      ...all('none', 'id user_id counter transports aaguid'),
    },
  },
  auth_verification: {
    rowsOf: null,
    columns: { ...all('secret', 'identifier value'), ...all('none', 'id expires_at created_at updated_at') },
  },
  auth_second_factor: {
    rowsOf: 'user_id = $1',
    columns: {
      ...all('own', 'created_at confirmed_at'),
      secret: 'secret',
      ...all('none', 'user_id last_step clock_offset refused_step refused_offset'),
    },
  },
  auth_recovery_code: {
    rowsOf: 'user_id = $1',
    columns: { ...all('own', 'created_at used_at'), code_hash: 'secret', user_id: 'none' },
  },
  auth_second_step: {
    rowsOf: 'user_id = $1',
    columns: { token_hash: 'secret', ...all('none', 'user_id account_id failures created_at expires_at') },
  },
  auth_rate_limit: { rowsOf: null, columns: { key: 'secret', ...all('none', 'count resets_at') } },
  auth_revocation: { rowsOf: null, columns: all('none', 'session_id user_id revoked_at') },
};

/** Listed on the privacy page. */
export const identityRetained: readonly RetainedData[] = [
  {
    rank: 10,
    title: 'Your account and sign-in methods',
    says: 'Your email, a secure hash of your password, your passkeys, the secret of your authenticator app and hashes of your recovery codes. For each sign-in: time, IP address and browser type. You can see your sessions and end them.',
    stays: 'The day on which your account was created, with your retained sales.',
    tables: [
      'auth_user',
      'auth_session',
      'auth_account',
      'auth_passkey',
      'auth_verification',
      'auth_second_factor',
      'auth_recovery_code',
      'auth_second_step',
      'auth_rate_limit',
      'auth_revocation',
    ],
  },
];
