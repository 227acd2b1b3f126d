/**
 * A host as brands know it (BR2): without port, without the dot of the root and without one leading `panel.`, in lower case. For hosts of requests,
 * which are ASCII already; what people type goes through `domainIn`.
 */
export const domainOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^panel\./, '')

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Letters that look like Latin ones: beside Latin letters in one label they are there to be mistaken. */
const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const isMixed = (name: string): boolean => name.split('.').some((part) => lookalike.test(part) && /\p{Script=Latin}/u.test(part))

/**
 * The domain in what somebody typed or pasted (`https://panel.Tische-Köln.example:8443/`), as brands keep it: ASCII, see `domainOf`. Undefined for
 * what is no name of a host of one's own: addresses in numbers, names without a dot, labels that mix alphabets.
 * https://www.unicode.org/reports/tr46/ is what `URL` applies.
 */
export const domainIn = (given: string): string | undefined => {
  const host = given
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
  if (host === '' || host.length > 300 || /[\s@?#\\[\]%*]/.test(host) || isMixed(host.normalize('NFKC'))) return undefined
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  const domain = url && domainOf(url.hostname)
  if (!domain || domain.length > 253) return undefined
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((part) => label.test(part)) && /[a-z]/.test(labels.at(-1)!) ? domain : undefined
}

/** What each picture of a brand may be (by its content), and how large. Mail programs and older browsers decide what is missing here. */
export const pictureRules = {
  logo: { types: ['SVG', 'PNG', 'JPEG', 'WebP'], edgeMin: 16, edgeMax: 2048 },
  menuLogo: { types: ['SVG', 'PNG', 'JPEG', 'WebP'], edgeMin: 16, edgeMax: 2048 },
  favicon: { types: ['SVG', 'PNG', 'ICO'], edgeMin: 16, edgeMax: 1024 },
} as const
export const pictureBytesMax = 512 * 1024
