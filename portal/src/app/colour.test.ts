import { expect, test } from 'vitest'
import { contrast, fillOf, isColour, mix, readable } from './colour.ts'

test('contrast as the guidelines count it', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 1)
})

test('a colour that reads already stays as it is', () => {
  expect(readable('#15803D', ['#ffffff'])).toBe('#15803D')
})

test('a pale one becomes deeper in its own hue, not greyer', () => {
  const red = readable('#FF6B6C', ['#ffffff'])
  expect(contrast(red, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(red).toMatch(/^#(e|f)\w0\w0\w$/)
})

test('fills darken a little for white text, and take dark text where that would change the colour', () => {
  expect(fillOf('#7367F0').contrastText).toBe('#ffffff')
  expect(fillOf('#FFE08A')).toEqual({ main: '#FFE08A', contrastText: '#16171f' })
})

test('mixes, and knows a colour when it sees one', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(['#abc', '#AABBCC', 'red', '#12', 7, undefined].map(isColour)).toEqual([true, true, false, false, false, false])
})
