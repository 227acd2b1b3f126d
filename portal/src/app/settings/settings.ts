import type { Mode } from '#src/kit/mode.ts'

const layouts = ['vertical', 'horizontal'] as const
const onOff = [false, true] as const

/** Every setting of the portal's look with the values it may take; the first is the default, except for the mode, which the brand gives. */
export const choices = {
  themeColor: ['primary', 'secondary', 'success', 'error', 'warning', 'info'],
  mode: ['light', 'dark', 'semi-dark'] satisfies readonly Mode[],
  skin: ['default', 'bordered'],
  footer: ['static', 'fixed', 'hidden'],
  layout: layouts,
  lastLayout: layouts,
  direction: ['ltr', 'rtl'],
  navHidden: onOff,
  appBarBlur: [true, false],
  navCollapsed: onOff,
  contentWidth: ['full', 'boxed'],
  toastPosition: ['bottom-right', 'bottom-center', 'bottom-left', 'top-right', 'top-center', 'top-left'],
  verticalNavToggleType: ['accordion', 'collapse'],
  appBar: ['fixed', 'static', 'hidden'],
} as const
export type Settings = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] }
export type SettingsPatch = Partial<Settings>
type BrandLook = { readonly id: string; readonly theme: { readonly mode: Mode; readonly fixedMode?: boolean | undefined } }

export const defaultsOf = (brand: BrandLook): Settings => ({
  ...(Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first])) as Settings),
  mode: brand.theme.mode,
})

/** BR2: a brand may keep its mode to itself; then nobody is offered another. */
export const choosesMode = (brand: BrandLook): boolean => brand.theme.fixedMode !== true

/**
 * What a profile or another version of the portal kept, as far as it is still a choice. BR2: the brand's mode overrides the user's; only a mode
 * that was chosen on this very brand's pages stands, and none where the brand fixes its own.
 */
export const settingsOf = (kept: Readonly<Record<string, unknown>>, brand: BrandLook): Settings => {
  const known = Object.entries(choices).flatMap(([name, values]) =>
    (values as readonly unknown[]).includes(kept[name]) ? [[name, kept[name]]] : [],
  )
  const all = { ...defaultsOf(brand), ...(Object.fromEntries(known) as SettingsPatch) }
  return choosesMode(brand) && kept['modeBrand'] === brand.id ? all : { ...all, mode: brand.theme.mode }
}

/**
 * The settings as they act: below lg the horizontal layout falls back to vertical, and lastLayout brings it back; a horizontal layout knows no
 * semi-dark mode, and starts with a fixed app bar where the hidden one was chosen. What was wished for stays kept.
 */
export const actingSettings = (wished: Settings, wide: boolean): Settings => {
  if (!wide || wished.lastLayout === 'vertical') return { ...wished, layout: 'vertical' }
  return {
    ...wished,
    layout: 'horizontal',
    mode: wished.mode === 'semi-dark' ? 'light' : wished.mode,
    appBar: wished.appBar === 'hidden' ? 'fixed' : wished.appBar,
  }
}

/** A layout that was chosen is the one to come back to. */
export const withLastLayout = (patch: SettingsPatch): SettingsPatch => (patch.layout ? { ...patch, lastLayout: patch.layout } : patch)

/** SH5: which options the customizer offers beside the settings that act. */
export const offeredOptions = ({ layout, navHidden, appBar }: Settings) => {
  const menuShown = layout === 'vertical' && !navHidden
  return {
    semiDark: layout === 'vertical',
    hiddenAppBar: layout === 'vertical',
    menuToggle: menuShown,
    menuCollapsed: menuShown,
    menuHidden: !(layout === 'horizontal' && appBar === 'hidden'),
  }
}

const onlyForThePage: readonly string[] = ['appBar', 'footer', 'layout', 'navHidden', 'lastLayout', 'toastPosition']
/** SH6: what local storage gets; the other six are for the running page, and for the profile on the server. */
export const keptLocally = (settings: Settings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !onlyForThePage.includes(name)))
