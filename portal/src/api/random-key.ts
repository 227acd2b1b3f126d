/** `crypto.randomUUID` is missing on plain http, where many an installation in a restaurant's own network runs. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')
