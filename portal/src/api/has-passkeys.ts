/** Passkeys belong to a host name: an address of numbers has none, and without https a browser does not know them. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)
