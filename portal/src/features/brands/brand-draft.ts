import type { Brand, BrandDetail, brands } from '@tablewire/contracts/identity/brands'
import { domainIn } from '@tablewire/contracts/identity/brands.rules'
import type { Sent } from '@tablewire/contracts/kit/endpoint'

export const colourNames = ['primary', 'secondary', 'success', 'error', 'warning', 'info', 'background', 'paper'] as const
export type ColourName = (typeof colourNames)[number]
export const hoverNames = ['primary', 'secondary'] as const
export type HoverName = (typeof hoverNames)[number]
export const pictureNames = ['logo', 'menuLogo', 'favicon'] as const
export type PictureName = (typeof pictureNames)[number]
type Mode = Brand['theme']['mode']

/** A brand while it is being edited: everything is text, also what is not right yet. */
export type Draft = {
  name: string
  sdkTheme: string
  logo: string
  menuLogo: string
  favicon: string
  domains: readonly string[]
  mode: Mode
  fixedMode: boolean
  colours: Readonly<Record<ColourName, string>>
  hover: Readonly<Record<HoverName, string>>
}

const colour = /^#[\da-f]{6}$/i
export const isColour = (text: string): boolean => colour.test(text)
const textsOf = <K extends string>(names: readonly K[], given: Record<string, string | undefined>): Record<K, string> =>
  Object.fromEntries(names.map((name) => [name, given[name] ?? ''])) as Record<K, string>

export const draftOf = ({ name, sdkTheme, logo, menuLogo, favicon, domains, theme }: Brand): Draft => ({
  name,
  sdkTheme,
  logo,
  menuLogo,
  favicon,
  domains,
  mode: theme.mode,
  fixedMode: theme.fixedMode === true,
  colours: textsOf(colourNames, theme.palette),
  hover: textsOf(hoverNames, theme.buttonHover),
})

/** A new brand starts with a colour, so that there is something to see. */
export const emptyDraft: Draft = {
  name: '',
  sdkTheme: '',
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [],
  mode: 'light',
  fixedMode: false,
  colours: textsOf(colourNames, { primary: '#2563EB' }),
  hover: textsOf(hoverNames, {}),
}

const given = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => isColour(text)))

/** What the draft would look like now; what is no colour yet counts as not given. */
export const brandOf = (draft: Draft): Brand => ({
  id: '00000000-0000-0000-0000-000000000000',
  name: draft.name,
  logo: draft.logo,
  menuLogo: draft.menuLogo,
  favicon: draft.favicon,
  domains: [...draft.domains],
  sdkTheme: draft.sdkTheme,
  theme: { mode: draft.mode, fixedMode: draft.fixedMode, palette: given(draft.colours), buttonHover: given(draft.hover) },
})

type Body = Sent<typeof brands.create>['body']
export const bodyOf = (draft: Draft): Body => {
  const { id: _, ...body } = brandOf(draft)
  return { ...body, name: draft.name.trim(), theme: { ...body.theme, palette: { primary: draft.colours.primary, ...body.theme.palette } } }
}

/** Field (named as the server names it) → the phrase that says what is wrong. */
export type Faults = Readonly<Record<string, 'fault.required' | 'fault.colour' | 'fault.domain' | 'fault.sdkTheme'>>
export const faultsOf = (draft: Draft): Faults => {
  const faults: Record<string, Faults[string]> = {}
  if (draft.name.trim() === '') faults['name'] = 'fault.required'
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(draft.sdkTheme)) faults['sdkTheme'] = draft.sdkTheme === '' ? 'fault.required' : 'fault.sdkTheme'
  for (const [index, domain] of draft.domains.entries()) if (!domainIn(domain)) faults[`domains.${index}`] = 'fault.domain'
  for (const name of colourNames) {
    const text = draft.colours[name]
    if (text === '' ? name === 'primary' : !isColour(text))
      faults[`theme.palette.${name}`] = text === '' ? 'fault.required' : 'fault.colour'
  }
  for (const name of hoverNames)
    if (draft.hover[name] !== '' && !isColour(draft.hover[name])) faults[`theme.buttonHover.${name}`] = 'fault.colour'
  return faults
}

/** `Blue Door` → `blue-door`, for the widget's theme. */
export const themeNameOf = (name: string): string => {
  const latin = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  // A name in other letters still needs a theme.
  return latin === '' && name.trim() !== '' ? 'brand' : latin
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
export const isChanged = (before: Draft, now: Draft): boolean => !same(before, now)

/** The parts of the form in which two states of a brand differ. */
export type DraftSection = 'names' | 'pictures' | 'domains' | 'colours' | 'mode'
export const changedSections = (before: Draft, now: Draft): DraftSection[] => {
  const of = (draft: Draft): Record<DraftSection, unknown> => ({
    names: [draft.name, draft.sdkTheme],
    pictures: [draft.logo, draft.menuLogo, draft.favicon],
    domains: draft.domains,
    colours: [draft.colours, draft.hover],
    mode: [draft.mode, draft.fixedMode],
  })
  const one = of(before)
  const other = of(now)
  return (Object.keys(one) as DraftSection[]).filter((part) => !same(one[part], other[part]))
}

export type SavedBrand = BrandDetail
