import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aBrand } from '../../../../tests/build/a-brand.ts'
import { themeOf } from '../theme.ts'
import { MenuItem, ItemLabel } from './MenuItem.tsx'

const theme = themeOf(aBrand())
const drawn = (node: ReactNode): string => renderToStaticMarkup(<ThemeProvider theme={theme}>{node}</ThemeProvider>)
const door = (item: Parameters<typeof MenuItem>[0]['item'], active = false): string =>
  drawn(
    <MenuItem
      item={item}
      active={active}
      within={active}
      newTab="opens in a new tab"
      onApproach={undefined}
      onLeave={undefined}
      onFocus={undefined}
      onClick={() => undefined}
    >
      Room
    </MenuItem>,
  )

test('SH2: an item shows its icon, its title, and a badge in its colour', () => {
  const shown = drawn(<ItemLabel item={{ icon: 'M0 0', badgeContent: 3, badgeColor: 'warning' }} title="Reviews" />)
  expect(shown).toContain('<path d="M0 0">')
  expect(shown).toContain('<span class="title">Reviews</span>')
  expect(shown).toMatch(/data-tone="warning"[^>]*>3</)
  expect(drawn(<ItemLabel item={{}} title="Reviews" />)).not.toContain('data-tone')
})

test('SH2: an item without a path links to the root', () => {
  expect(door({})).toMatch(/<a href="\/"/)
})

test('SH2: a disabled item leads nowhere and says so', () => {
  const shown = door({ path: '/reviews', disabled: true })
  expect(shown).toContain('<span role="link" aria-disabled="true">Room</span>')
  expect(shown).not.toContain('href')
})

test('SH2: the current item and the one that opens a new tab are told apart', () => {
  expect(door({ path: '/reviews' }, true)).toMatch(/href="\/reviews" aria-current="page"/)
  expect(door({ path: '/reviews' })).not.toContain('aria-current')
  expect(door({ path: '/docs', openInNewTab: true })).toMatch(/target="_blank" rel="noopener".*opens in a new tab/s)
})
