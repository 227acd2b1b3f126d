import type { Config } from './config.ts'

/** Where guests' pages are: under a host name of their own where there is one, else beside the portal. */
export const guestOrigin = ({ publicBookingUrl, publicUrl, port }: Pick<Config, 'publicBookingUrl' | 'publicUrl' | 'port'>): string =>
  (publicBookingUrl ?? publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')
