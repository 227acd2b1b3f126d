import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache'
import rtl from '@mui/stylis-plugin-rtl'
import { prefixer } from 'stylis'

/** SH5: every left of a style becomes a right. A file of its own, as few read from right to left. */
export const mirroredCache = (nonce: string | undefined): EmotionCache =>
  createCache({ key: 'twr', stylisPlugins: [prefixer, rtl as StylisPlugin], ...(nonce ? { nonce } : {}) })
