import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache'
import rtl from '@mui/stylis-plugin-rtl'

/** What browsers of today still want with a prefix (Safari: what cannot be selected); the prefixer of stylis would come with every page. */
const prefixed = /^(user-select|backdrop-filter|mask|appearance|print-color-adjust)/
const prefix: StylisPlugin = (element) => {
  if (element.type === 'decl' && !element.return && prefixed.test(String(element.props)))
    element.return = `-webkit-${element.value}${element.value}`
}

/** SH5: every left of a style becomes a right. A file of its own, as few read from right to left. */
export const mirroredCache = (nonce: string | undefined): EmotionCache =>
  createCache({ key: 'twr', stylisPlugins: [prefix, rtl as StylisPlugin], ...(nonce ? { nonce } : {}) })
