import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { brand } from '#src/api/brand.ts'
import { themeOf } from './theme.ts'

/** The content security policy lets in only style elements that carry the page's nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
const cache = createCache({ key: 'tw', ...(nonce ? { nonce } : {}) })
const theme = themeOf(brand)

/** `kit/mode.ts` alone sets the scheme of the page; MUI's own switch turns an element nobody sees. */
const unseen = document.createElement('i')

export const Look = ({ children }: { children: ReactNode }) => (
  <CacheProvider value={cache}>
    <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={unseen}>
      <CssBaseline />
      {children}
    </ThemeProvider>
  </CacheProvider>
)
