import { expect, test } from 'vitest'
import { actingSettings, choices, choosesMode, defaultsOf, keptLocally, offeredOptions, settingsOf, withLastLayout } from './settings.ts'

const dark = { id: 'b-dark', theme: { mode: 'dark' } } as const
const light = { id: 'b-light', theme: { mode: 'light' } } as const

test('SH6: fourteen settings, dark, vertical and bottom-right by default', () => {
  expect(defaultsOf(dark)).toEqual({
    themeColor: 'primary',
    mode: 'dark',
    skin: 'default',
    footer: 'static',
    layout: 'vertical',
    lastLayout: 'vertical',
    direction: 'ltr',
    navHidden: false,
    appBarBlur: true,
    navCollapsed: false,
    contentWidth: 'full',
    toastPosition: 'bottom-right',
    verticalNavToggleType: 'accordion',
    appBar: 'fixed',
  })
  expect(choices.themeColor).toEqual(['primary', 'secondary', 'success', 'error', 'warning', 'info'])
})

test('SH6: what is kept is taken over, what is no choice is not', () => {
  const kept = { skin: 'bordered', navCollapsed: true, footer: 'floating', appBarBlur: 'yes', reservationsView: 'day' }
  expect(settingsOf(kept, dark)).toEqual({ ...defaultsOf(dark), skin: 'bordered', navCollapsed: true })
})

test("BR2: the brand's mode overrides the user's, unless it was chosen on this brand's pages", () => {
  expect(settingsOf({ mode: 'dark' }, light).mode).toBe('light')
  expect(settingsOf({ mode: 'dark', modeBrand: dark.id }, light).mode).toBe('light')
  expect(settingsOf({ mode: 'dark', modeBrand: light.id }, light).mode).toBe('dark')
  const fixed = { ...light, theme: { ...light.theme, fixedMode: true } }
  expect(settingsOf({ mode: 'dark', modeBrand: light.id }, fixed).mode).toBe('light')
  expect([choosesMode(light), choosesMode(fixed)]).toEqual([true, false])
})

test('SH6: local storage gets everything but appBar, footer, layout, navHidden, lastLayout and toastPosition', () => {
  expect(Object.keys(keptLocally(defaultsOf(dark))).toSorted()).toEqual([
    'appBarBlur',
    'contentWidth',
    'direction',
    'mode',
    'navCollapsed',
    'skin',
    'themeColor',
    'verticalNavToggleType',
  ])
})

test('SH3: below lg a horizontal layout falls back to vertical, and comes back above it', () => {
  const wished = settingsOf(withLastLayout({ layout: 'horizontal' }), dark)
  expect(wished.lastLayout).toBe('horizontal')
  expect(actingSettings(wished, true).layout).toBe('horizontal')
  expect(actingSettings(wished, false)).toMatchObject({ layout: 'vertical', lastLayout: 'horizontal' })
})

test('SH5: a horizontal layout with a hidden app bar starts with a fixed one, with semi-dark it is light; vertical brings both back', () => {
  const wished = settingsOf({ appBar: 'hidden', mode: 'semi-dark', modeBrand: dark.id, lastLayout: 'horizontal' }, dark)
  expect(actingSettings(wished, true)).toMatchObject({ layout: 'horizontal', appBar: 'fixed', mode: 'light' })
  expect(actingSettings({ ...wished, ...withLastLayout({ layout: 'vertical' }) }, true)).toMatchObject({
    appBar: 'hidden',
    mode: 'semi-dark',
  })
})

test('SH5: Semi Dark and the hidden app bar are offered for vertical only', () => {
  const vertical = defaultsOf(dark)
  expect(offeredOptions(vertical)).toMatchObject({ semiDark: true, hiddenAppBar: true })
  expect(offeredOptions({ ...vertical, layout: 'horizontal' })).toMatchObject({ semiDark: false, hiddenAppBar: false })
})

test('SH5: Menu Toggle and Menu Collapsed are offered only for vertical with the menu shown', () => {
  const vertical = defaultsOf(dark)
  const yes = { menuToggle: true, menuCollapsed: true }
  const no = { menuToggle: false, menuCollapsed: false }
  expect(offeredOptions(vertical)).toMatchObject(yes)
  expect(offeredOptions({ ...vertical, navHidden: true })).toMatchObject(no)
  expect(offeredOptions({ ...vertical, layout: 'horizontal' })).toMatchObject(no)
})

test('SH5: Menu Hidden is not offered for horizontal with a hidden app bar', () => {
  const horizontal = { ...defaultsOf(dark), layout: 'horizontal' } as const
  expect(offeredOptions({ ...horizontal, appBar: 'hidden' }).menuHidden).toBe(false)
  expect(offeredOptions({ ...horizontal, appBar: 'static' }).menuHidden).toBe(true)
  expect(offeredOptions({ ...defaultsOf(dark), appBar: 'hidden' }).menuHidden).toBe(true)
})
