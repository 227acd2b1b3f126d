import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { brand } from '#src/api/brand.ts'
import { settingsTheme } from './settings-theme.ts'
import { useSettings } from './settings/use-settings.ts'

/** The content security policy lets in only style elements that carry the page's nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
const plain = createCache({ key: 'tw', ...(nonce ? { nonce } : {}) })
let mirrored: typeof plain | undefined
/** `direction` with the styles that go with it; undefined until they are there. */
const cacheOf = (direction: 'ltr' | 'rtl'): typeof plain | undefined => (direction === 'ltr' ? plain : mirrored)

/** The styles that mirror the page come when somebody reads that way; until then it stays as it was, and shows nothing at its start. */
const useDirection = (wanted: 'ltr' | 'rtl'): 'ltr' | 'rtl' | undefined => {
  const [shown, setShown] = useState(cacheOf(wanted) ? wanted : undefined)
  useEffect(() => {
    let left = false
    const show = async (): Promise<void> => {
      if (!cacheOf(wanted)) mirrored ??= (await import('./mirrored.ts')).mirroredCache(nonce)
      if (!left) setShown(wanted)
    }
    // A page that reads the other way round is still better than none.
    show().catch(() => setShown((before) => before ?? 'ltr'))
    return () => {
      left = true
    }
  }, [wanted])
  return shown
}

/** `kit/mode.ts` alone sets the scheme of the page; MUI's own switch turns an element nobody sees. */
const unseen = document.createElement('i')
const root = document.documentElement

export const AppTheme = ({ children }: { children: ReactNode }) => {
  const { direction: wanted, skin, themeColor, toastPosition } = useSettings()
  const direction = useDirection(wanted)
  const theme = useMemo(() => settingsTheme(brand, themeColor, direction ?? 'ltr'), [direction, themeColor])
  useLayoutEffect(() => {
    if (direction) root.dir = direction
    root.dataset['skin'] = skin
    root.dataset['toasts'] = toastPosition
  }, [direction, skin, toastPosition])
  if (!direction) return null
  return (
    <CacheProvider value={cacheOf(direction) ?? plain}>
      <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={unseen}>
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
