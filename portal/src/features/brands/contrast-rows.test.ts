import { expect, test } from 'vitest'
import { contrast } from '#src/app/colour.ts'
import { paletteOf } from '#src/app/palette.ts'
import { brandOf, type Draft, emptyDraft } from './brand-draft.ts'
import { contrastRows, isAdjusted, least } from './contrast-rows.ts'

const draftWith = (colours: Partial<Draft['colours']>, hover: Partial<Draft['hover']> = {}): Draft => ({
  ...emptyDraft,
  colours: { ...emptyDraft.colours, ...colours },
  hover: { ...emptyDraft.hover, ...hover },
})
const rowsOf = (draft: Draft) => {
  const brand = brandOf(draft)
  return contrastRows(
    draft,
    { vars: { light: {}, dark: {} }, palette: { light: paletteOf(brand, 'light'), dark: paletteOf(brand, 'dark') } },
    contrast,
  )
}

test.each([
  ['#2563EB', '#1D4ED8'],
  ['#FFE08A', '#FFF3C4'],
  ['#000000', '#FFFFFF'],
  ['#FFFFFF', '#000000'],
  ['#808080', '#7F7F7F'],
  ['#FF00FF', '#00FF00'],
])('BR1: whatever the brand asks for (%s, pointed at %s), what is shown can be read', (primary, hover) => {
  const all = { primary, secondary: primary, success: primary, error: primary, warning: primary, info: primary }
  const rows = rowsOf(draftWith(all, { primary: hover, secondary: hover }))
  expect(rows).toHaveLength(13)
  for (const row of rows) {
    expect(row.usedRatio, `${row.what} ${row.scheme}`).toBeGreaterThanOrEqual(least)
    // Another shade is taken exactly where the brand's own fails.
    expect(isAdjusted(row), `${row.what} ${row.scheme}`).toBe(row.chosenRatio < least)
  }
})

test('BR1: a colour that can be read is shown as it was given', () => {
  const rows = rowsOf(draftWith({ primary: '#2563EB' }))
  const button = rows.find(({ what }) => what === 'button')!
  expect([button.chosen, button.used, isAdjusted(button)]).toEqual(['#2563EB', '#2563EB', false])
  const pale = rowsOf(draftWith({ primary: '#FFE08A' })).find(({ what, scheme }) => what === 'text' && scheme === 'light')!
  expect(isAdjusted(pale)).toBe(true)
})

test('BR1: what is not given, or no colour yet, has no figures', () => {
  expect(rowsOf(draftWith({ primary: '#25', success: '' }))).toEqual([])
})
